import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { lazy, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { passagePath } from '../../bible/passage-path.ts'
import { deviceStorage } from '../../device/device-storage.ts'
import { formatDate } from '../../locales/format-date.ts'
import { withWords } from '../../locales/language.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { useSession } from '../../session/use-session.ts'
import { ShareLinkButton } from '../../study/links/share-link-button.tsx'
import { RichTextView } from '../../study/rich-text/rich-text-view.tsx'
import { Tags } from '../../study/tags/tags.tsx'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { MonitorUp, Printer } from '../../ui/icons.ts'
import { PageTurner } from './page-turner.tsx'
import { LINES_A_PAGE, pagesOfWords } from './pages-of-words.ts'
import { richTextIn } from './rich-text-in.ts'
import { sermonReference } from './sermon-range.ts'
import type { SermonItem } from './sermon-writes.ts'
import { usePage } from './use-page.ts'
import './sermon.css'

const ExportMenu = lazy(() => import('./export-menu.tsx'))
const LinePages = lazy(async () => ({ default: (await import('./line-pages.tsx')).LinePages }))
const PulpitView = lazy(() => withWords(['links', 'sermons'], () => import('./pulpit-view.tsx')))

type Way = 'words' | 'lines'
const WAY = 'sermon.pages'
const keptWay = (): Way => (deviceStorage.get(WAY) === 'lines' ? 'lines' : 'words')

/** A sermon in pages, with its head, and buttons for the pulpit view, printing, export and sharing. */
export const SermonDisplay = ({ sermon }: { sermon: SermonItem }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const owner = useSession()
  const [way, setWay] = useState<Way>(keptWay)
  const [linePages, setLinePages] = useState(1)
  const [preaches, setPreaches] = useState(false)
  const content = useMemo(() => richTextIn(sermon.content), [sermon.content])
  const wordPages = useMemo(() => pagesOfWords(content), [content])
  const pages = way === 'words' ? wordPages.length : linePages
  const [page, turnTo] = usePage(pages)
  const at = Math.min(page, pages - 1)
  const pageText = wordPages[at]
  const { id, title, speaker, version, book, start_chapter: chapter } = sermon
  const sharing = owner && ({ owner, kind: 'sermon', id, title, name: speaker } as const)
  const choose = (next: Way) => {
    deviceStorage.set(WAY, next)
    setWay(next)
    turnTo(0)
  }
  return (
    <>
      <div className="-mt-3 mb-3 flex flex-wrap items-center gap-x-3 text-sm">
        <Link
          to={passagePath({ version, book, chapter }, sermon.start_verse_id % 1000)}
          className="flex min-h-11 items-center font-semibold text-accent hover:underline"
        >
          {sermonReference(sermon, language)} · {versionLabel(version, language)}
        </Link>
        <span className="text-muted wrap-anywhere">
          {sermon.speaker} · {formatDate(sermon.created_at, language)}
        </span>
        <span className="print:hidden">
          <Tags tags={sermon.tags} />
        </span>
      </div>
      <div className="mb-6 flex flex-wrap items-center gap-2 border-b border-line pb-4 print:hidden">
        <Button onClick={() => setPreaches(true)}>
          <MonitorUp size={18} strokeWidth={1.8} aria-hidden />
          {t('sermons.pulpit')}
        </Button>
        <Button onClick={() => print()}>
          <Printer size={18} strokeWidth={1.8} aria-hidden />
          {t('sermons.print')}
        </Button>
        <Fetched loading={<Button disabled>{t('sermons.export')}</Button>}>
          <ExportMenu sermon={sermon} content={content} />
        </Fetched>
        {sharing && <ShareLinkButton {...sharing} label={t('sermons.share')} />}
        <select
          aria-label={t('sermons.pages')}
          value={way}
          onChange={(event) => choose(event.target.value === 'lines' ? 'lines' : 'words')}
          className="control plain ml-auto"
        >
          <option value="words">{t('sermons.byWords')}</option>
          <option value="lines">{t('sermons.byLines')}</option>
        </select>
      </div>
      <article aria-label={sermon.title}>
        <div className="print:hidden">
          {way === 'lines' ? (
            <Fetched>
              <LinePages content={content} lines={LINES_A_PAGE} page={at} onPages={setLinePages} />
            </Fetched>
          ) : (
            pageText && <RichTextView content={pageText} version={version} />
          )}
        </div>
        {/* This is shown only on paper: the whole text, which the browser breaks into pages. */}
        <RichTextView content={content} className="hidden print:block" />
      </article>
      {pages > 1 && (
        <nav aria-label={t('sermons.pages')} className="mt-8 flex items-center justify-center gap-4 print:hidden">
          <PageTurner at={at} pages={pages} onTurn={(by) => turnTo(at + by)} />
        </nav>
      )}
      <Fetched>
        {preaches && (
          <PulpitView title={title} content={content} sharing={sharing} onClose={() => setPreaches(false)} />
        )}
      </Fetched>
    </>
  )
}
