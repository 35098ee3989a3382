/** The storage key of who has signed out while this device deletes what it keeps of them. */
export const LEAVING_KEY = 'leaving'
