/** The first page as the dashboard asks for it. */
export const FIRST_PAGE = '/api/links?limit=50'
