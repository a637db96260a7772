import { Parser } from 'htmlparser2'

// The server reads tables with this module, and the import page reads other apps' databases with it. No other page may
// import it, because it loads a parser.

/** Elements whose content is no text of the person. */
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'head', 'title', 'template', 'iframe', 'svg'])
const BLOCKS: ReadonlySet<string> = new Set(
  'p div section article header footer h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table tr hr br'.split(' '),
)
/** Matches a tag or an entity, as the editors of other apps write them. A `<` alone is plain text. */
const MARKUP = /<\/?[a-z][^<>]*>|&(?:#x?[0-9a-f]+|[a-z]+);/i

/** The words of a text that may be HTML: without tags and scripts, one line for each block. */
export const wordsOfHtml = (text: string): string => {
  if (!MARKUP.test(text)) return text.trim()
  const lines: string[] = ['']
  let silent = 0
  const newLine = (name: string) => {
    if (BLOCKS.has(name) && (lines.at(-1) !== '' || name === 'br')) lines.push('')
  }
  const parser = new Parser(
    {
      onopentag: (name) => {
        if (SILENT.has(name)) silent += 1
        newLine(name)
        if (name === 'li') lines[lines.length - 1] += '- '
      },
      onclosetag: (name) => {
        if (SILENT.has(name)) silent -= 1
        if (name !== 'br') newLine(name)
      },
      ontext: (words) => {
        if (silent === 0) lines[lines.length - 1] += words.replaceAll(/[\t\n\r ]+/g, ' ')
      },
    },
    { decodeEntities: true },
  )
  parser.end(text)
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
