/**
 * Stored HTML in which each end tag has the name of the element that it ends. Earlier versions ended an element as `</image>` where a
 * picture had been dropped before, so that browsers left it open: all text after it was bold, or a link.
 * @param html as sanitise writes it: an element without an end tag ends with `/>`
 */
export function withRightEndTags(html: string): string {
  const open: string[] = []
  return html.replace(
    /<(\/?)([a-z\d]+)[^>]*?(\/?)>/g,
    (tag, isEnd: string, name: string, isEmpty: string) => {
      if (isEnd) return `</${open.pop() ?? name}>`
      if (!isEmpty) open.push(name)
      return tag
    },
  )
}
