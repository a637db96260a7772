import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { chapterQuery } from '../../bible/chapter-query.ts'
import type { ChapterReference } from '../../bible/chapter-reference.ts'
import { chapterHeading, nameOfBook } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { picturePath } from '../../bible/shared-passage.ts'
import { versionsQuery } from '../../bible/versions-query.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** The longest description in search results and link previews, in UTF-16 units. */
const DESCRIPTION = 160

/** Joins the texts. A result longer than DESCRIPTION is cut between words. */
const beginning = (texts: readonly string[]): string => {
  let whole = ''
  for (const text of texts) if (whole.length <= DESCRIPTION) whole += `${whole && ' '}${text}`
  return whole.length <= DESCRIPTION ? whole : `${whole.slice(0, DESCRIPTION - 1).replace(/\s+\S*$/, '')}…`
}

/**
 * The HTML head of a chapter's page. The alternates are this version and, for each other language, the first installed
 * version.
 */
export const ChapterHead = ({ place }: { place: ChapterReference }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const [search] = useSearchParams()
  const verseParameter = search.get('verse') ?? ''
  // The parameter `verse` of a shared link says which verses the preview's picture shows.
  const [, first, last = first] = /^([1-9]\d{0,2})(?:-([1-9]\d{0,2}))?$/.exec(verseParameter) ?? []
  const verse = first === undefined ? null : Number(first)
  const through = Number(last)
  // The column fetches these queries. The head only reads their data from the cache.
  const { data: chapter } = useQuery({ ...chapterQuery(place), enabled: false })
  const { data: list } = useQuery({ ...versionsQuery, enabled: false })
  const heading = chapterHeading(place.book, place.chapter, language)
  const title = `${heading} (${versionLabel(place.version, language)})`
  if (!chapter || !list) return <PageHead title={title} />
  const others = new Map<string, string>([[chapter.language, passagePath(place)]])
  for (const { code, language: other, available } of list.versions)
    if (available && !others.has(other)) others.set(other, passagePath({ ...place, version: code }))
  const alternates = [...others].map(([language, path]) => ({ language, path }))
  return (
    <PageHead
      title={title}
      description={beginning(chapter.verses.map(({ text }) => text))}
      path={passagePath(place)}
      picture={picturePath(
        { ...place, verse, ...(verse !== null && through > verse && { through }) },
        { look: 'light', shape: 'wide' },
      )}
      alternates={alternates.length > 1 ? alternates : []}
      data={{
        '@type': 'Chapter',
        name: heading,
        inLanguage: chapter.language,
        isPartOf: {
          '@type': 'Book',
          name: nameOfBook(place.book, language),
          isPartOf: {
            '@type': 'Book',
            name: list.versions.find(({ code }) => code === place.version)?.name ?? t('product'),
          },
        },
      }}
    />
  )
}
