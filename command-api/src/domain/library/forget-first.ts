/**
 * Keeps the latest entries of a Set or Map, up to a tenth more than `kept`: deleting the first key again and again is slow, so the
 * oldest go together. Which entries are left depends on the events alone.
 */
export const forgetFirst = <Key>(
  entries: Pick<Map<Key, unknown> & Set<Key>, 'size' | 'delete'> & { keys(): Iterable<Key> },
  kept: number,
): void => {
  if (entries.size < kept * 1.1) return
  const oldest = [...entries.keys()].slice(0, entries.size - kept)
  for (const key of oldest) entries.delete(key)
}
