import type { User } from '@pathlight/contracts/accounts.ts'
import type { Version } from '@pathlight/contracts/bible.ts'
import type { LinkedList } from '@pathlight/contracts/item-pages-rules.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import type { ReferenceInText } from '@pathlight/scripture/references-in-text.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import * as Popover from '@radix-ui/react-popover'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { chapterQuery } from '../../bible/chapter-query.ts'
import { keptColumns } from '../../bible/kept-columns.ts'
import { verseNumber } from '../../bible/passage-names.ts'
import { versesBetween } from '../../bible/passage-path.ts'
import { readableVersion, type Versions, versionsQuery } from '../../bible/versions-query.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { useSession } from '../../session/use-session.ts'
import { ChevronRight } from '../../ui/icons.ts'
import { useFetched } from '../../ui/use-fetched.ts'
import { knownKinds } from '../known-kinds.ts'
import type { KeptKind } from '../offline-kind.ts'
import { useOwnItem } from '../own-item.ts'

/** The target of a link: a passage, or one of the person's items. */
export type Previewed =
  | { readonly reference: ReferenceInText }
  | { readonly item: { readonly list: LinkedList; readonly id: string } }

/** The most verses that a preview shows of each version. */
const MOST_VERSES = 5

const isKorean = ({ language }: Version): boolean => language.startsWith('ko')

/**
 * The version that the person reads, and one in the other language. Versions in the person's columns come before other
 * available versions.
 */
const bothVersions = (versions: Versions, language: 'en' | 'ko'): readonly Version[] => {
  const here = versions.versions.filter(({ available }) => available)
  const inColumns = (keptColumns() ?? []).flatMap(({ version }) => here.find(({ code }) => code === version) ?? [])
  const own = inColumns[0] ?? readableVersion(versions, language)
  if (!own) return []
  const others = [...inColumns, ...here.filter(({ code }) => code === versions.default), ...here]
  const other = others.find((one) => isKorean(one) !== isKorean(own) && /^(en|ko)/.test(one.language))
  return other ? [own, other] : [own]
}

const Verses = ({ reference, version }: { readonly reference: ReferenceInText; readonly version: Version }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { book, chapter, verse, endChapter, endVerse } = reference
  const { data, isError } = useQuery({
    ...chapterQuery({ version: version.code, book: book.name.en, chapter }),
    retry: false,
  })
  const last = endChapter === chapter && endVerse !== null ? endVerse : Number.POSITIVE_INFINITY
  const verses = data && versesBetween(data.verses, verse ?? 1, last)
  const isAbsent = isError || verses?.length === 0
  const goesOn = verses && (verses.length > MOST_VERSES || endChapter > chapter)
  return (
    <div>
      <p className="text-xs font-semibold text-muted">{versionLabel(version.code, language)}</p>
      <p
        // The sentence that stands for absent verses is in the interface's language.
        lang={isAbsent ? undefined : version.language}
        dir="auto"
        className={`font-scripture leading-relaxed text-pretty ${data || isError ? '' : 'min-h-[4.9em]'}`}
      >
        {isAbsent
          ? t('freeText.noVerses')
          : verses?.slice(0, MOST_VERSES).map((one) => (
              <span key={one.verse}>
                {(verses.length > 1 || verse === null) && (
                  <sup className="mr-0.5 text-xs text-muted">{verseNumber(one)}</sup>
                )}
                {one.text}{' '}
              </span>
            ))}
        {goesOn && '…'}
      </p>
    </div>
  )
}

const Passage = ({ reference }: { readonly reference: ReferenceInText }) => {
  const { data } = useQuery(versionsQuery)
  const language = useLanguage()
  return (
    <>
      {data &&
        bothVersions(data, language).map((version) => (
          <Verses key={version.code} reference={reference} version={version} />
        ))}
    </>
  )
}

/** The longest preview of an item's words, in UTF-16 units. */
const EXCERPT = 600

/** The keys of the messages if the item cannot be shown. */
const SAID = { coming: 'loading', gone: 'freeText.gone', unknown: 'freeText.itemFailed' } as const

const OfKind = ({ user, kind, id }: { readonly user: User; readonly kind: KeptKind; readonly id: string }) => {
  const { t } = useTranslation()
  const item = useOwnItem(user, kind, id)
  if (item.status !== 'here') return <p className="text-sm text-pretty">{t(SAID[item.status])}</p>
  return (
    <>
      {item.says.title && <p className="font-semibold wrap-anywhere">{item.says.title}</p>}
      <p className="line-clamp-6 leading-relaxed whitespace-pre-wrap wrap-anywhere">
        {item.says.text.slice(0, EXCERPT)}
      </p>
    </>
  )
}

const OwnItem = ({ user, list, id }: { readonly user: User; readonly list: LinkedList; readonly id: string }) => {
  const { t } = useTranslation()
  const kind = useFetched(true, knownKinds)?.find(({ name }) => name === list)
  return kind ? <OfKind user={user} kind={kind} id={id} /> : <p className="text-sm">{t('loading')}</p>
}

type Props = {
  /** The id of the preview's text, which describes the link to screen readers. */
  readonly id: string
  readonly anchor: RefObject<HTMLAnchorElement | null>
  readonly to: string
  readonly of: Previewed
  readonly onStay: () => void
  readonly onLeave: () => void
  readonly onClose: () => void
}

/**
 * A preview beside a link: a passage in the person's version and in one of the other language, or one of the person's
 * items.
 */
const LinkPreview = ({ id, anchor, to, of, onStay, onLeave, onClose }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useSession()
  const [name, content]: readonly [string, ReactNode] =
    'reference' in of
      ? [
          formatReference({ ...of.reference, book: of.reference.book.name.en }, language),
          <Passage {...of} key="passage" />,
        ]
      : [t(`freeText.open.${of.item.list}`), user && <OwnItem {...of.item} user={user} key="item" />]
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLAnchorElement>} />
      <Popover.Portal>
        <Popover.Content
          aria-label={name}
          sideOffset={4}
          collisionPadding={8}
          // The focus stays where the person reads.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // A tap on the link is outside the preview. The link's own handler closes the preview.
          onInteractOutside={(event) => anchor.current?.contains(event.target as Node) && event.preventDefault()}
          onPointerEnter={onStay}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onLeave()}
          onFocus={onStay}
          className="floating z-[70] max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-16px)] overflow-y-auto overscroll-contain px-4 pb-4"
        >
          <Link
            to={to}
            onClick={onClose}
            className="flex min-h-11 items-center gap-1 text-sm font-semibold text-accent hover:underline"
          >
            {name}
            <ChevronRight size={16} strokeWidth={1.8} aria-hidden />
          </Link>
          <div id={id} className="grid gap-3">
            {content}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
export default LinkPreview
