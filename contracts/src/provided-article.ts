/** Begins a provided page that is an article and nothing else, so that no part of it is left out. */
export const PROVIDED_ARTICLE = '<!doctype html><!-- lectern: an article -->'
