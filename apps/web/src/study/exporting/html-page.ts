const STYLE = `body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1.0625rem/1.7 Georgia,'Noto Serif KR',serif}
h1,h2,h3,h4{line-height:1.3}blockquote{margin-inline:0;padding-left:1em;border-left:3px solid #b9a58a}cite{display:block;font-size:.8em}
[data-align=center]{text-align:center}[data-align=right]{text-align:right}[data-align=justify]{text-align:justify}
.free-text :is(p,li){white-space:pre-wrap}`

/**
 * A web page in a file. `fill` adds the content below the title. The page is built as a DOM document, so no text is
 * read as markup.
 */
export const htmlPage = (title: string, language: string, fill: (body: HTMLElement) => void): Blob => {
  const page = document.implementation.createHTMLDocument(title)
  page.documentElement.lang = language
  const charset = page.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  page.head.appendChild(charset)
  const heading = page.createElement('h1')
  heading.textContent = title
  page.body.appendChild(heading)
  fill(page.body)
  // A link in a file needs the full address of this site.
  for (const link of page.body.querySelectorAll<HTMLAnchorElement>('a[href^="/"]'))
    link.href = new URL(link.getAttribute('href') ?? '/', location.origin).href
  // The style is inserted as text, because the content security policy of this page would refuse a style element.
  const html = page.documentElement.outerHTML.replace('</head>', `<style>${STYLE}</style></head>`)
  return new Blob([`<!doctype html>\n${html}\n`], { type: 'text/html;charset=utf-8' })
}
