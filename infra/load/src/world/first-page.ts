/** The path of the dashboard's first page. */
export const FIRST_PAGE = '/api/links?limit=50'
