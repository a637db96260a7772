import type { Verse } from '@pathlight/contracts/bible.ts'

type HeadingKind = NonNullable<Verse['headings']>[number]['kind']

/**
 * Whether the first heading of kind `section` or `minor` in the chapter is a section. If so, minor headings are below
 * sections.
 */
export const hasSections = (verses: readonly Verse[]): boolean =>
  verses.flatMap(({ headings = [] }) => headings).find(({ kind }) => kind === 'section' || kind === 'minor')?.kind ===
  'section'

/**
 * The tag of a heading below the chapter's own heading. A minor heading is one level lower only if the chapter has
 * sections.
 */
export const headingTag = (kind: HeadingKind, sectioned: boolean): 'h2' | 'h3' | 'p' => {
  if (kind === 'psalm' || kind === 'speaker') return 'p'
  return kind === 'minor' && sectioned ? 'h3' : 'h2'
}
