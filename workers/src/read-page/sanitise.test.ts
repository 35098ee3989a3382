import { describe, expect, test } from 'vitest'
import { assertSanitises, sanitise } from './sanitise.ts'

const base = 'https://example.com/dir/page'
const clean = (html: string) => sanitise(html, { base, allow: new Set() })

/** Classic attacks, and those that stayed active in other readers. */
const payloads = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script\u00a0>alert(1)</script>',
  '<script/x>alert(1)</script>',
  '<<script>alert(1)//<</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"/>',
  '<img/src=x/onerror=alert(1)>',
  '<img src=x:x onerror\n=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src="data:text/html,<script>alert(1)</script>">',
  '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img srcset="javascript:alert(1) 1x">',
  '<picture><source srcset="x" onerror=alert(1)><img src=x onerror=alert(1)></picture>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="blob:https://example.com/x">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="https://example.com" onclick="alert(1)" style="position:fixed" id="x" name="y" class="z">x</a>',
  '<svg onload=alert(1)></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext></mtext><mglyph><style><!--</style><img title="--><img src=1 onerror=alert(1)>">',
  '<math href="javascript:alert(1)">x</math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<noembed><img title="</noembed><img src onerror=alert(1)>"></noembed>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<title><img title="</title><img src=x onerror=alert(1)>"></title>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<template><script>alert(1)</script></template>',
  '<template shadowrootmode=open><img src=x onerror=alert(1)></template>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<applet code=x></applet>',
  '<video><source onerror="alert(1)"></video>',
  '<audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<form action="javascript:alert(1)"><input type=submit></form>',
  '<isindex action="javascript:alert(1)">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<base href="javascript:alert(1)//">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css";</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<p id="tutorialCompleted">clobbered</p>',
  '<img name="getElementById" src="https://example.com/x.png">',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><?php alert(1) ?>',
  '<q cite="javascript:alert(1)">x</q>',
  '<blockquote cite="javascript:alert(1)">x</blockquote>',
  '<time datetime="&quot;><img src=x onerror=alert(1)>">x</time>',
  '<img alt="&quot;><script>alert(1)</script>" src="https://example.com/x.png">',
  '<img alt="</p><script>alert(1)</script>" src="https://example.com/x.png">',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<p title="<script>alert(1)</script>">x</p>',
  '<table background="javascript:alert(1)"><tr><td background="javascript:alert(1)">x</td></tr></table>',
  '<frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>',
  '<custom-element onclick=alert(1)>x</custom-element>',
  '<select><option><style></option></select><img src=x onerror=alert(1)></style>',
]

const tag = /<\/?([a-z0-9]+)((?:\s+[a-z]+="[^"<>]*")*)\s*\/?>/g
const allowedTags =
  /^(p|h[1-6]|blockquote|pre|hr|br|wbr|div|section|article|ul|ol|li|dl|dt|dd|table|caption|colgroup|col|thead|tbody|tfoot|tr|th|td|a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|ruby|rb|rt|rp|img|figure|figcaption|picture)$/
const allowedAttributes =
  /^(dir|lang|href|title|rel|cite|span|datetime|src|alt|width|height|start|reversed|type|colspan|rowspan|scope)$/

describe('sanitise', () => {
  test.each(payloads)('%s', payload => {
    const kept = clean(payload)
    for (const [, name = '', attributes = ''] of kept.matchAll(tag)) {
      expect(name).toMatch(allowedTags)
      for (const [, attribute = '', value = ''] of attributes.matchAll(/([a-z]+)="([^"]*)"/g)) {
        expect(attribute).toMatch(allowedAttributes)
        if (/^(href|src|cite)$/.test(attribute))
          expect(value).toMatch(/^(https?:\/\/|mailto:|data:image\/(png|jpeg|gif|webp|avif);)/)
      }
    }
    // The rest contains nothing that a browser could take for a tag.
    expect(kept.replace(tag, '')).not.toMatch(/<|alert\(1\).*>/)
  })

  test('sanitising twice gives the same as once', () => {
    for (const payload of payloads) expect(clean(clean(payload))).toBe(clean(payload))
  })

  test('links are absolute, with rel; mail links stay', () => {
    expect(clean('<a href="../x?a=1&b=2#c" target=_top rel=opener>t</a>')).toBe(
      '<a href="https://example.com/x?a=1&amp;b=2#c" rel="noopener noreferrer nofollow">t</a>',
    )
    expect(clean('<a href="mailto:a@b.example">t</a>')).toContain('href="mailto:a@b.example"')
    expect(clean('<a href="http://192.168.1.1/admin">t</a>')).toBe('<span>t</span>')
    expect(clean('<a>t</a>')).toBe('<span>t</span>')
  })

  test('images are absolute and public, and raster where they are data', () => {
    expect(clean('<img src="x.png" alt="A" width="10" height="20" style="x" loading="eager">')).toBe(
      '<img src="https://example.com/dir/x.png" alt="A" width="10" height="20" />',
    )
    expect(clean('<img src="data:image/png;base64,iVBORw0KGgo=">')).toContain(
      'src="data:image/png;base64,iVBORw0KGgo="',
    )
    // It is shown as a frame: we copy pixels alone.
    expect(clean('<img src="x.svg">')).toBe('<img src="https://example.com/dir/x.svg" />')
    for (const src of ['http://127.0.0.1/x.png', 'http://intranet.localhost/x.png', '', ' ']) {
      expect(clean(`<img src="${src}">`)).not.toContain('x.')
    }
    expect(clean(`<img src="data:image/png;base64,${'A'.repeat(300_000)}">`)).toBe('')
  })

  test('the structure of an article stays', () => {
    const article =
      '<h2>H</h2><p>a <em>b</em> <strong>c</strong> <code>d &lt; e</code></p><pre>f\n  g</pre><ul><li>h</li></ul>' +
      '<blockquote cite="https://example.com/q">i</blockquote><table><tbody><tr><td colspan="2">j</td></tr></tbody></table>' +
      '<figure><img src="https://example.com/k.png" alt="" /><figcaption>l</figcaption></figure><p dir="rtl" lang="ar">م</p>'
    expect(clean(article)).toBe(article)
  })
})

test.each(['preconnect', 'prefetch', 'dns-prefetch', 'preload', 'modulepreload', 'prerender', 'stylesheet'])(
  'no %s survives',
  rel => {
    const kept = clean(`<link rel="${rel}" href="https://evil.example/"><p>text
      <a rel="${rel}" ping="https://evil.example/" attributionsrc="https://evil.example/" href="x">a</a>
      <link rel="${rel}" imagesrcset="https://evil.example/" href="https://evil.example/">
      <meta http-equiv="link" content="<https://evil.example/>; rel=${rel}">
      <meta http-equiv="x-dns-prefetch-control" content="on">
      <script type="speculationrules">{"prefetch":[{"urls":["https://evil.example/"]}]}</script></p>`)
    expect(kept).toContain('<a href="https://example.com/dir/x" rel="noopener noreferrer nofollow">a</a>')
    expect(kept).not.toMatch(/evil|<link|<meta/)
    expect(kept).not.toContain(rel)
  },
)

test('addresses longer than 2 kB are no links and no images', () => {
  const long = 'a'.repeat(2_048)
  expect(clean(`<a href="/${long}">t</a><a href="mailto:${long}">u</a><img src="/${long}.png">`)).toBe(
    '<span>t</span><span>u</span>',
  )
})

describe('assertSanitises', () => {
  test('passes with our sanitiser', () => {
    expect(() => assertSanitises()).not.toThrow()
  })

  test.each([
    ['does nothing', (html: string) => html],
    ['leaves handlers', (html: string) => html.replace(/<script.*?<\/script>/gs, '')],
    ['drops everything', () => ''],
    ['leaves an id', () => '<p id="a">kept</p>'],
    ['leaves a javascript link', () => '<p>kept <a href="javascript:x()">y</a></p>'],
  ])('fails with a sanitiser that %s', (_, sanitiser) => {
    expect(() => assertSanitises(sanitiser)).toThrow('Sanitising does not work')
  })
})
