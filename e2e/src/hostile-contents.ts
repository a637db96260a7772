// Known attacks by pasted HTML, each with a harmless word that must remain.

const RUN = 'window.ran=1'
/** `W` is replaced by the harmless word. */
const VECTORS = [
  `<script>${RUN}</script>W`,
  `<SCRIPT SRC=//evil.example/x.js></SCRIPT>W`,
  `<scr<script>ipt>${RUN}</script>W`,
  `<img src=x onerror=${RUN}>W`,
  `<img src="//evil.example/x.png">W`,
  `<img src=x:x onerror\u000a=${RUN}>W`,
  `<svg onload=${RUN}>W</svg>`,
  `<svg><script>${RUN}</script></svg>W`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s></svg>W`,
  `<svg><a xlink:href="javascript:${RUN}"><text>W</text></a></svg>`,
  `<svg><style><img src=x onerror=${RUN}></style></svg>W`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}></style></table></math>W`,
  `<a href="javascript:${RUN}">W</a>`,
  `<a href="jAvA&#9;ScRiPt:${RUN}">W</a>`,
  `<a href=" &#1;javascript:${RUN}">W</a>`,
  `<a href="data:text/html,<script>${RUN}</script>">W</a>`,
  `<a href="vbscript:${RUN}">W</a>`,
  `<a href="//evil.example/">W</a>`,
  `<a href="/\\\\evil.example/">W</a>`,
  `<a href=x onclick=${RUN} onmouseover=${RUN}>W</a>`,
  `<p onclick=${RUN} style="background:url(javascript:${RUN})">W</p>`,
  `<p style="background-image:url(//evil.example/x.png)">W</p>`,
  `<div style="position:fixed;inset:0" id=root class="modal">W</div>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>W`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>W`,
  `<object data="javascript:${RUN}">W</object>`,
  `<embed src="javascript:${RUN}">W`,
  `<form action="//evil.example/"><button formaction="javascript:${RUN}">W</button></form>`,
  `<input autofocus onfocus=${RUN}>W`,
  `<select autofocus onfocus=${RUN}><option>W</select>`,
  `<details open ontoggle=${RUN}><summary>W</summary></details>`,
  `<video src=x onerror=${RUN}></video><audio src=x onerror=${RUN}></audio>W`,
  `<marquee onstart=${RUN}>W</marquee>`,
  `<meta http-equiv=refresh content="0;url=//evil.example/">W`,
  `<base href="//evil.example/">W`,
  `<link rel=stylesheet href="//evil.example/x.css">W`,
  `<style>@import url(//evil.example/x.css);</style>W`,
  `<template><img src=x onerror=${RUN}></template>W`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">W</noscript>`,
  `<!--><img src=x onerror=${RUN}>-->W`,
  `<![CDATA[<img src=x onerror=${RUN}>]]>W`,
  `&lt;img src=x onerror=${RUN}&gt;W`,
  `<b id="getElementById" name="cookie">W</b>`,
  `<custom-element is=x onconnected=${RUN}>W</custom-element>`,
] as const
const AROUND = ['p', 'h1', 'h3', 'b', 'i', 'u', 's', 'blockquote', 'ul', 'ol', 'div'] as const

const word = (n: number) => `honest${n}`

/** Pieces of hostile HTML, each with the word that must remain. */
export const hostileHtml = (): { readonly html: string; readonly word: string }[] =>
  VECTORS.flatMap((vector, v) =>
    AROUND.map((tag, a) => {
      const honest = word(v * AROUND.length + a)
      const inside = tag === 'ul' || tag === 'ol' ? '<li>' : ''
      return { html: `<${tag}>${inside}${vector.replace('W', honest)}</${tag}>`, word: honest }
    }),
  )

const BAD = [
  `javascript:${RUN}`,
  `"><img src=x onerror=${RUN}>`,
  `" onmouseover="${RUN}`,
  { toString: RUN },
  ['x'],
  9e9,
]

/**
 * Attacks by nodes, marks and attributes of the editor, as a program could send them, each with the word that must
 * remain.
 */
export const hostileNodes = (): { readonly node: object; readonly word: string }[] =>
  BAD.flatMap((bad, index) => {
    const of = (n: number) => word(10_000 + index * 10 + n)
    const text = (n: number, ...marks: object[]) => ({ type: 'text', text: of(n), marks })
    const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
    return [
      paragraph(text(0, { type: 'link', attrs: { href: bad, target: '_top', onclick: RUN, class: 'modal' } })),
      { type: 'paragraph', attrs: { textAlign: bad, style: bad, onclick: RUN }, content: [text(1)] },
      { type: 'heading', attrs: { level: bad, id: 'root' }, content: [text(2)] },
      { type: 'orderedList', attrs: { start: bad }, content: [{ type: 'listItem', content: [paragraph(text(3))] }] },
      {
        type: 'scripture',
        attrs: { reference: bad, version: bad, verseId: bad, lang: bad, href: bad },
        content: [paragraph(text(4))],
      },
      { type: 'image', attrs: { src: bad, onerror: RUN }, content: [text(5)] },
      { type: 'script', content: [text(6), { type: 'text', text: RUN }] },
      {
        type: 'iframe',
        attrs: { srcdoc: bad },
        content: [paragraph(text(7, { type: 'style', attrs: { style: bad } }))],
      },
    ].map((node, n) => ({ node, word: of(n) }))
  })
