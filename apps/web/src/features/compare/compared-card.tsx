import { NO_VERSE } from '@pathlight/contracts/compare-rules.ts'
import type { Comparison } from '@pathlight/contracts/comparison.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { bookLanguage } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { useCopyPassage } from '../../study/copying/use-copy-passage.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { BookOpen, Copy } from '../../ui/icons.ts'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { type Compared, comparedQuery } from './compare-query.ts'
import { DifferentText } from './different-text.tsx'
import { VerseNumber, verseNumberAmong } from './verse-number.tsx'

type Props = {
  readonly passage: Comparison['passage']
  readonly compared: Compared
  /** Whether only the words that differ from `first` are marked. */
  readonly differences: boolean
  /** The first text in the same language, to compare with. Null if this text is the first one. */
  readonly first: Compared | null
}

const Card = ({ compared, children, tools }: { compared: Compared; children: ReactNode; tools?: ReactNode }) => {
  const language = useLanguage()
  const label = versionLabel(compared.version, language)
  const name = compared.language.startsWith(language) ? compared.localName : compared.name
  return (
    <article className="flex min-h-40 flex-col rounded-md border border-line bg-surface p-4">
      <div className="mb-2 flex min-h-11 items-center gap-1 wide:min-h-10">
        <h3 className="min-w-0 grow leading-tight">
          <span className="block font-semibold">{label}</span>
          {name !== label && <span className="block text-xs text-pretty text-muted">{name}</span>}
        </h3>
        {tools}
      </div>
      {children}
    </article>
  )
}

/** The text of a passage. If it has several verses, each verse has its number. */
const Text = ({ text, verses }: { text: string; verses: Compared['verses'] }) =>
  verses === null || verses.length < 2
    ? text
    : verses.map((one, index) => (
        <span key={one.chapter * 1000 + one.verse}>
          {index > 0 && ' '}
          <VerseNumber of={one} among={verses} />
          {one.text}
        </span>
      ))

/** The card of a translation. It shows the text, or why the translation has none. */
export const ComparedCard = ({ passage, compared, differences, first }: Props) => {
  const { t } = useTranslation()
  // Copied text has no verse numbers, unless the person chose them.
  const copyPassage = useCopyPassage({ numbers: false })
  const { version, text, verses, language, direction, copyright, hint } = compared
  if (text === null)
    return (
      <Card compared={compared}>
        <p className="text-muted">{t(compared.message === NO_VERSE ? 'compare.noVerse' : 'compare.failed')}</p>
        {hint !== null && <p className="mt-1 text-xs text-pretty text-muted">{t('compare.absentText')}</p>}
      </Card>
    )
  const [from] = verses ?? []
  const last = verses?.at(-1)
  const isWhole = passage.verse === null && from?.chapter === passage.chapter && last?.chapter === passage.endChapter
  // The passage in this translation's own numbers, which may differ from the numbers of the reference.
  const copied: Comparison['passage'] = {
    ...passage,
    ...(from && !isWhole && { chapter: from.chapter, verse: from.verse }),
    ...(last && !isWhole && { endChapter: last.chapter, endVerse: last.through ?? last.verse }),
  }
  const copy = () =>
    copyPassage(
      {
        version,
        reference: formatReference(copied, bookLanguage(language)),
        verses: verses?.map((one) => ({ number: verseNumberAmong(one, verses), text: one.text })) ?? [
          { number: '', text },
        ],
      },
      { copied: t('compare.copied', { version }), failed: t('compare.copyFailed', { version }) },
    )
  return (
    <Card
      compared={compared}
      tools={
        <>
          <span className="noscript:hidden contents">
            <IconButton icon={Copy} label={t('compare.copy', { version })} onClick={copy} />
          </span>
          {from && (
            <Link
              to={passagePath({ version, book: passage.book, chapter: from.chapter }, from.verse)}
              aria-label={t('compare.open', { version })}
              title={t('compare.open', { version })}
              className="icon-control"
            >
              <BookOpen size={20} strokeWidth={1.8} aria-hidden />
            </Link>
          )}
        </>
      }
    >
      <p lang={language} dir={direction} className="font-scripture text-[1.0625rem] leading-[1.72] text-pretty">
        {!differences ? (
          <mark className="box-decoration-clone px-0.5">
            <Text text={text} verses={verses} />
          </mark>
        ) : first === null ? (
          <Text text={text} verses={verses} />
        ) : (
          <DifferentText first={first} compared={compared} />
        )}
      </p>
      {copyright !== null && <p className="mt-auto pt-3 text-xs text-pretty text-muted">{copyright}</p>}
    </Card>
  )
}

type RemoteCardProps = Props & {
  readonly reference: string
  /**
   * The translation's result in the common request for all remote translations. Undefined until it arrives, and
   * 'failed' if the request has ended without it.
   */
  readonly result: Compared | 'failed' | undefined
}
/** The card of a translation from a remote provider. It shows the text as soon as this translation's result arrives. */
export const RemoteCard = ({ reference, result, ...card }: RemoteCardProps) => {
  const { t } = useTranslation()
  // A request for this translation alone. The person starts it if the common request brought no text.
  const retry = useQuery({ ...comparedQuery(reference, card.compared.version), enabled: false })
  const isUsable = (one: Compared) => one.text !== null || one.message === NO_VERSE
  const remote = retry.data ?? (result === 'failed' ? undefined : result)
  if (remote && isUsable(remote)) return <ComparedCard {...card} compared={remote} />
  if (result !== undefined && !retry.isFetching)
    return (
      <Card compared={card.compared}>
        <p role="alert" className="text-danger">
          {t('compare.failed')}
        </p>
        {remote?.hint && <p className="mt-1 text-xs text-pretty text-muted">{t('compare.noAnswer')}</p>}
        <Button ref={passFocusOn} className="mt-3 self-start" onClick={() => retry.refetch()}>
          {t('tryAgain')}
        </Button>
      </Card>
    )
  return (
    <Card compared={card.compared}>
      <div role="status" className="noscript:hidden grid gap-2.5 pt-1">
        <span className="sr-only">{t('loading')}</span>
        <div className="skeleton h-4" />
        <div className="skeleton h-4" />
        <div className="skeleton h-4 w-2/3" />
      </div>
      <noscript>{t('compare.withoutScript')}</noscript>
    </Card>
  )
}
