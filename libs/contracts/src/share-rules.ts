import { plainTextOfMarkdown } from './markdown-rules.ts'

export const SHAREABLE_KINDS = ['note', 'sermon', 'pad'] as const
export type ShareableKind = (typeof SHAREABLE_KINDS)[number]

/** The longest name of a share's author, in characters. */
export const SHARED_NAME_MAX = 60

/** The longest title that is made of a text's first words, in characters. */
const FIRST_WORDS_MAX = 60
/**
 * The first words are sought in this many UTF-16 units at the beginning of a text. The number is large, because signs
 * of Markdown and addresses of links can be long.
 */
const BEGINNING = 4_000

/**
 * The first line of a text without the signs of Markdown. A long line is cut, after a word where there is a space. The
 * line serves as the title of an item that has none.
 */
export const firstWords = (text: string): string => {
  const [line = ''] = plainTextOfMarkdown(text.trimStart().slice(0, BEGINNING)).trimStart().split('\n')
  const characters = [...line.trimEnd()]
  if (characters.length <= FIRST_WORDS_MAX) return characters.join('')
  const cut = characters.slice(0, FIRST_WORDS_MAX).join('')
  const end = cut.lastIndexOf(' ')
  return `${end > 0 ? cut.slice(0, end) : cut}…`
}
