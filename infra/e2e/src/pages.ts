/** Articles that test the reader: a hostile one with attacks, and a rich one with many kinds of elements. */

const PARAGRAPH =
  'A page that is worth keeping is worth keeping safe, whatever else its author, or someone after them, put between its lines and its margins.'
const WORDS = `<p>${PARAGRAPH}</p>`.repeat(4)

/** Each attack would set `breached` on the window, navigate, or draw over the page if it were not removed. */
export const ATTACKS: readonly string[] = [
  '<script>window.breached = "script"</script>',
  '<img src="x:" onerror="window.breached = \'onerror\'">',
  '<p><a href="javascript:window.breached=\'link\'">a plain link</a></p>',
  '<p><a href=" java&#10;script:window.breached=\'broken link\'">a broken link</a></p>',
  '<p><a href="data:text/html,<script>opener.breached=1</script>">a data link</a></p>',
  '<p><a href="vbscript:msgbox(1)">an old link</a></p>',
  '<svg onload="window.breached = \'svg\'"><circle r="9"></circle></svg>',
  '<svg><script>window.breached = "svg script"</script><a xlink:href="javascript:breached=1"><text y="9">svg link</text></a></svg>',
  '<svg><animate onbegin="window.breached = \'animate\'" attributeName="x" dur="1s"></animate></svg>',
  '<iframe src="javascript:parent.breached=\'iframe\'"></iframe>',
  '<iframe srcdoc="<script>parent.breached = \'srcdoc\'</script>"></iframe>',
  '<object data="javascript:breached=1"></object><embed src="javascript:breached=1">',
  '<style>body { display: none !important }</style>',
  '<p style="position:fixed;inset:0;background:url(javascript:breached=1)">An overlay across the whole page.</p>',
  '<form action="/api/logout" method="post"><input name="email" autofocus onfocus="breached = 1"><button formaction="javascript:breached=1">Sign in</button></form>',
  '<details open ontoggle="window.breached = \'toggle\'"><summary>More</summary>Details of it.</details>',
  '<video autoplay onplay="breached = 1"><source onerror="window.breached = \'source\'"></video>',
  '<meta http-equiv="refresh" content="0;url=javascript:breached=1"><base href="https://elsewhere.example/">',
  '<link rel="stylesheet" href="javascript:breached=1">',
  '<link rel="preconnect" href="https://elsewhere.example/"><link rel="dns-prefetch" href="//elsewhere.example">',
  '<link rel="prefetch" href="https://elsewhere.example/"><link rel="preload" as="image" href="https://elsewhere.example/">',
  '<map><area rel="preconnect" href="https://elsewhere.example/"></map><p rel="prefetch">A paragraph that reaches out.</p>',
  '<table background="https://elsewhere.example/"><tr><td>A table that does.</td></tr></table>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x: onerror=breached=1&gt;">',
  '</table></mtext></math><noscript><p title="</noscript><img src=x: onerror=window.breached=\'noscript\'>"></noscript>',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=window.breached=\'mxss\' src=x:>">',
  '</mtext></svg></mglyph></form></mtext></math><template><img src="x:" onerror="window.breached = \'template\'"></template>',
  '<p id="main" name="cookie" class="fixed inset-0" tabindex="0" onclick="breached=1" onpointerenter="breached=1">A paragraph that listens.</p>',
]

/** Elements that a sanitised article never contains. The reader itself adds a button to code. */
export const FORBIDDEN =
  'script, style, iframe, frame, object, embed, form, input, button:not([data-copy]), select, textarea, svg, math, video, audio, template, meta, base, link, map, area, noscript'

export const HOSTILE_ARTICLE = ATTACKS.map(attack => `${WORDS}${attack}`).join('\n')

export const RICH_ARTICLE = `${WORDS}
<h2>Code that is wider than the page</h2>
<pre><code>export const everyone = (people) =&gt; people.filter(person =&gt; person.reads).map(person =&gt; ({ name: person.name, books: person.books.length, longest: Math.max(...person.books.map(book =&gt; book.pages)) }))
if (everyone.length === 0) throw new Error('nobody')</code></pre>
${WORDS}
<p>The energy is <script type="math/tex">E = mc^2</script>, as everybody knows, and this cannot be drawn: <script type="math/tex">\\frac{1}{</script>.</p>
<h2>A table of many columns</h2>
<table><caption>Harvest by month</caption><thead><tr>${['Month', 'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'].map(month => `<th>${month}</th>`).join('')}</tr></thead>
<tbody>${['Tomatoes', 'Courgettes'].map(plant => `<tr><th>${plant}</th>${Array.from({ length: 10 }, (_, n) => `<td>${n * 137} grams</td>`).join('')}</tr>`).join('')}</tbody></table>
${WORDS}
<h3>A figure and its caption</h3>
<figure><img src="/figure.png" alt="A gradient" width="480" height="270"><figcaption>Two colours that run into each other, and a caption that is long enough to take a second line on most screens.</figcaption></figure>
<blockquote><p>${PARAGRAPH}</p><p>Somebody said.</p></blockquote>
<p>A word that does not end: ${'Donaudampfschifffahrtsgesellschaft'.repeat(5)}, an address https://example.org/${'a/very/long/path/'.repeat(8)}, <code>inline_code_${'that_goes_on_'.repeat(9)}</code>, a note<sup><a href="#fn1">1</a></sup> and a <kbd>Key</kbd>.</p>
<ul><li>One<ul><li>Deeper<ol><li>Deepest</li></ol></li></ul></li><li>Two</li></ul>
<dl><dt>Term</dt><dd>What it means.</dd></dl>
<p>שלום לכולם, זה משפט בעברית. 日本語の文章もここにあります。</p>${WORDS}<hr>
<ol><li id="fn1">The footnote says a little more. <a href="#fnref1">↩</a></li></ol>`

/** The same article before and after its author has edited it: a paragraph is new, one is reworded, one is replaced. */
export const EDITED_ARTICLE = {
  before: `<p>The watering can has a long neck, so that the water reaches the roots and spares the leaves.</p>
<p>Feed the plant every second week, from the first flower to the last fruit of the year.</p>
<p>Pick the fruit when it comes off with a quarter turn, and never before it does.</p>`,
  after: `<p>This spring we looked at every sentence again, and added what our readers taught us.</p>
<p>The watering can has a long neck, so that the water reaches the roots and spares the leaves.</p>
<p>Feed the plant every week, from the first flower to the last fruit of the year.</p>
<p>We have written about the harvest elsewhere; follow the link below for it.</p>`,
}

export const CONSENT_PAGE = `<!doctype html><title>Before you continue</title><h1>Before you continue</h1>
<p>We and our partners use cookies and other data to deliver our services and, with your consent, to show advertising.
Your choice about personal data and cookies is kept for a year.</p><form action="/save-consent"><button>Accept all</button></form>`

export const SCRIPTS_PAGE = `<!doctype html><title>An app</title>
<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>`
