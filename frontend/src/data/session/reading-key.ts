/** The keys of what the device knows of a user's reading, and the server has or need not have. A sign-out deletes them. */
export const readingKey = (userId: string, what = ''): string => `reading:${userId}${what}`
