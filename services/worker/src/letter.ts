import type { Mail } from './mail.ts'

export type Language = 'en' | 'ko'

/** The content of a mail, in the reader's language. A letter is sent as HTML in the look of the app, and as text. */
export type Letter = {
  readonly language: Language
  readonly subject: string
  /** The line that lists of mails show after the subject. */
  readonly preview: string
  readonly heading: string
  /** The paragraphs. `quoted`: another person's words, with their line breaks. */
  readonly body: readonly (string | { readonly quoted: string })[]
  /** The mail has at most this one button. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Small print after the button, for example how long the link works. */
  readonly notes?: readonly string[]
  /** The page where the reader can stop mails of this kind. Only mails that the reader chose have such a page. */
  readonly unsubscribe?: string
  /** The address of the app's start page. */
  readonly home: string
}

const WORDS = {
  en: {
    name: 'Pathlight',
    verse: 'Your word is a lamp to my feet, and a light for my path.',
    reference: 'Psalm 119:105',
    orCopy: 'If the button does not work, open this address:',
  },
  ko: {
    name: '길빛',
    verse: '주의 말씀은 내 발에 등이요 내 길에 빛이니이다',
    reference: '시편 119:105',
    orCopy: '버튼이 작동하지 않으면 이 주소를 열어 주세요:',
  },
} as const

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? character)
const inLines = (text: string): string => escaped(text).replaceAll(/\r?\n/g, '<br>')

const SERIF = "'Source Serif 4','Noto Serif KR',Georgia,'Apple Myungjo',Batang,serif"
const SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Apple SD Gothic Neo','Noto Sans KR','Malgun Gothic',sans-serif"

/** The colours of the web app's light and dark themes. Mail programs without a dark mode show the light theme. */
const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark }
  body { margin: 0; padding: 0; background: #fbfaf7; color: #1d2127; -webkit-text-size-adjust: 100% }
  a { color: #8f4f0b }
  .card { background: #ffffff; border: 1px solid #e5e1d8 }
  .muted { color: #5d6470 }
  .lamp { color: #8f4f0b }
  .button { background: #8f4f0b; color: #ffffff }
  .quoted { border-left: 3px solid #fbefd9 }
  @media (prefers-color-scheme: dark) {
    body, .page { background: #14161a !important; color: #e8e6e0 !important }
    a { color: #ecc06a !important }
    .card { background: #1b1e24 !important; border-color: #2c3038 !important }
    .heading, .text { color: #e8e6e0 !important }
    .muted { color: #a2a8b3 !important }
    .lamp { color: #e9b44c !important }
    .button { background: #e9b44c !important; color: #1d1605 !important }
    .quoted { border-left-color: #6f7683 !important }
  }`

const LAMP =
  '<svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" style="vertical-align:-4px"><path d="M12 3c1.8 2.2 2.7 3.7 2.7 5.2A2.7 2.7 0 0 1 12 11a2.7 2.7 0 0 1-2.7-2.8C9.3 6.7 10.2 5.2 12 3Z"/><path d="M4 14h16c0 3.3-3.1 5-8 5s-8-1.7-8-5Z"/><path d="M9 21h6"/></svg>'

const asHtml = ({ language, subject, preview, heading, body, action, notes = [], home }: Letter): string => {
  const words = WORDS[language]
  const keep = language === 'ko' ? 'word-break:keep-all;' : ''
  const paragraph = (part: Letter['body'][number]): string =>
    typeof part === 'string'
      ? `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:1.6;color:#1d2127">${inLines(part)}</p>`
      : `<blockquote class="text quoted" style="margin:0 0 16px;padding:2px 0 2px 14px;font-size:16px;line-height:1.6;overflow-wrap:anywhere">${inLines(part.quoted)}</blockquote>`
  const small = (html: string) =>
    `<p class="muted" style="margin:0 0 10px;font-size:14px;line-height:1.55;color:#5d6470;overflow-wrap:anywhere">${html}</p>`
  const act =
    action === undefined
      ? []
      : [
          `<p style="margin:24px 0"><a class="button" href="${escaped(action.url)}" style="display:inline-block;padding:13px 24px;border-radius:6px;background:#8f4f0b;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escaped(action.label)}</a></p>`,
        ]
  const or =
    action === undefined
      ? []
      : [small(`${escaped(words.orCopy)}<br><a href="${escaped(action.url)}">${escaped(action.url)}</a>`)]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;background:#fbfaf7;font-family:${SANS};${keep}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escaped(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px 40px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr><td style="padding:0 8px 16px;text-align:left">
<a class="lamp" href="${escaped(home)}" style="color:#8f4f0b;text-decoration:none;font:600 19px ${SERIF}">${LAMP} ${words.name}</a>
</td></tr><tr><td class="card" style="padding:28px 24px 20px;background:#ffffff;border:1px solid #e5e1d8;border-radius:10px;text-align:left">
<h1 class="heading" style="margin:0 0 18px;font:600 24px/1.3 ${SERIF};color:#1d2127">${escaped(heading)}</h1>
${[...body.map(paragraph), ...act, ...notes.map((note) => small(inLines(note))), ...or].join('\n')}
</td></tr><tr><td class="muted" style="padding:20px 8px 0;text-align:left;font:400 14px/1.6 ${SERIF};color:#5d6470">
${words.verse}<br>${words.reference}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

const asText = ({ language, heading, body, action, notes = [], home }: Letter): string => {
  const { verse, reference, name } = WORDS[language]
  const paragraphs = body.map((part) => (typeof part === 'string' ? part : part.quoted.replaceAll(/^/gm, '> ')))
  const parts = [heading, ...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), ...notes]
  return `${[...parts, `-- \n${name}\n${home}\n${verse} (${reference})`].join('\n\n')}\n`
}

/** Writes a letter as a mail: subject, HTML, text, and the page where such mails can be stopped. */
export const writeLetter = (letter: Letter): Pick<Mail, 'subject' | 'text' | 'html' | 'unsubscribe'> => ({
  subject: letter.subject,
  text: asText(letter),
  html: asHtml(letter),
  ...(letter.unsubscribe !== undefined && { unsubscribe: letter.unsubscribe }),
})
