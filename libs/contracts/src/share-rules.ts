/** The kinds of which one item can be shared by a link. */
export const SHAREABLE_KINDS = ['note', 'sermon', 'pad'] as const
export type ShareableKind = (typeof SHAREABLE_KINDS)[number]

/** The most characters of the name that stands on what is shared. */
export const SHARED_NAME_MAX = 60

/** The most characters of the first words of a text in the place of a title. */
const FIRST_WORDS_MAX = 60

/** The first line of a text, shortened after a word where it is long: what is called so has no title of its own. */
export const firstWords = (text: string): string => {
  const [line = ''] = text
    .trimStart()
    .slice(0, 2 * FIRST_WORDS_MAX + 1)
    .split('\n')
  const characters = [...line.trimEnd()]
  if (characters.length <= FIRST_WORDS_MAX) return characters.join('')
  const cut = characters.slice(0, FIRST_WORDS_MAX).join('')
  const end = cut.lastIndexOf(' ')
  return `${end > 0 ? cut.slice(0, end) : cut}…`
}
