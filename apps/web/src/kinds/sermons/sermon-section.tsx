import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatDay } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import type { SectionProps } from '../../study/study-kind.ts'
import { Tags } from '../../study/tags/tags.tsx'
import { useItemsOnChapter } from '../../study/use-items-on-chapter.ts'
import { Button } from '../../ui/button.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { Plus } from '../../ui/icons.ts'
import { sermonReference } from './sermon-range.ts'
import { overlaySermons, sermonsOnVerse } from './sermons-on-verse.ts'

/** The sermons on a verse, each with buttons to edit and to read it. If there are none, a button begins one. */
const SermonSection = ({ owner, chosen, openWorkspace }: SectionProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { items, retry } = useItemsOnChapter(overlaySermons, owner, chosen.column)
  const sermons = sermonsOnVerse(items, chosen.parts[0].verse)
  return (
    <>
      {retry && <FetchFailed words={t('sermons.listFailed')} onRetry={retry} />}
      {sermons.map((sermon) => (
        <article key={sermon.id} className="rounded-md border border-line bg-paper p-3">
          <p className="font-semibold wrap-anywhere">{sermon.title}</p>
          <p className="text-sm text-muted wrap-anywhere">
            {sermon.speaker} · {sermonReference(sermon, language)} · {formatDay(sermon.updated_at, language)}
          </p>
          <Tags tags={sermon.tags} />
          <div className="mt-2 flex flex-wrap gap-2">
            <Button onClick={() => openWorkspace(sermon.id)}>{t('sermons.edit')}</Button>
            <Link to={`/my-memos/sermons/${sermon.id}`} className="control quiet">
              {t('sermons.read')}
            </Link>
          </div>
        </article>
      ))}
      {sermons.length === 0 && (
        <Button look="quiet" className="justify-self-start px-2!" onClick={() => openWorkspace(null)}>
          <Plus size={18} strokeWidth={1.8} aria-hidden />
          {t('sermons.new')}
        </Button>
      )}
    </>
  )
}
export default SermonSection
