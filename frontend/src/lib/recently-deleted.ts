/** The screen where deleted links are brought back. */
export const RECENTLY_DELETED = '/history/deleted'
