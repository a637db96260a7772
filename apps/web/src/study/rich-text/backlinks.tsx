import type { User } from '@pathlight/contracts/accounts.ts'
import { LINKED_PAGES, type LinkedList, pageOfItem } from '@pathlight/contracts/item-pages-rules.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { Fold } from '../../ui/fold.tsx'
import { nameOfPassage } from '../own-words/own-cards.ts'
import { useWritingSearch } from '../own-words/use-writing-search.ts'

/**
 * The target of a mention: verses, by the ids of the first and the last verse, or one of the person's items, by its id.
 */
export type Named = { readonly verses: readonly [from: number, to: number] } | { readonly item: string }

const askedOf = (named: Named): Readonly<Record<string, string>> =>
  'item' in named ? { links_to: named.item } : { names: named.verses.join('-') }

/**
 * Whether a found item is listed. An item that is the target is not listed. If the target is verses, an item on these
 * verses is not listed either, because the panel on the verses shows it. A pad is listed even then.
 */
const isOther = (named: Named, { kind, id, passage }: FoundWriting): boolean => {
  if ('item' in named) return id !== named.item
  const [from, to] = named.verses
  const first = kind === 'pads' ? null : (passage?.verse_id ?? null)
  return first === null || first > to || (passage?.end_verse_id ?? first) < from
}

const isLinked = (kind: string): kind is LinkedList => Object.hasOwn(LINKED_PAGES, kind)

type Props = {
  readonly owner: User
  readonly named: Named
}

type PartProps = Props & {
  /** If true, the part is open at first, and the search starts at once. */
  readonly startsOpen?: boolean
  /** The heading's level: h2 on a page, h3 in a panel. */
  readonly level?: 'h2' | 'h3'
}

const Found = ({ owner, named }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { items, isSearching, error, retry, more } = useWritingSearch(owner, askedOf(named))
  const others = items?.filter((item) => isOther(named, item)) ?? []
  const words = t('freeText.backlinksFailed')
  return (
    <>
      <ul className="empty:hidden">
        {others.map(({ kind, id, title, excerpt, passage }) => (
          <li key={`${kind} ${id}`} className="border-b border-line last:border-0">
            {isLinked(kind) && (
              <Link to={pageOfItem(kind, id)} className="-mx-2 grid gap-0.5 rounded-sm px-2 py-2.5 hover:bg-sunk">
                <span className="text-xs text-muted">
                  {t(`freeText.kind.${kind}`)}
                  {passage && ` · ${nameOfPassage(passage, language)}`}
                </span>
                {title && <span className="font-semibold wrap-anywhere">{title}</span>}
                <span className="line-clamp-3 leading-relaxed wrap-anywhere">{excerpt}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      {error && <FetchFailed words={words} onRetry={retry} />}
      {!error && others.length === 0 && !more && (
        <p role="status" className="text-sm text-muted">
          {isSearching
            ? t('loading')
            : t('item' in named ? 'freeText.noBacklinksOfItem' : 'freeText.noBacklinksOfVerse')}
        </p>
      )}
      {more && (
        <Button look="quiet" className="-ml-4 justify-self-start" onClick={more}>
          {t('freeText.backlinksMore')}
        </Button>
      )}
    </>
  )
}

/**
 * The person's items that mention verses or link to an item. The search reads all of the person's writing, so it starts
 * only once the part is open.
 */
const Backlinks = ({ startsOpen = false, level = 'h3', ...found }: PartProps) => {
  const { t } = useTranslation()
  return (
    <Fold
      title={t('item' in found.named ? 'freeText.backlinksOfItem' : 'freeText.backlinksOfVerse')}
      isFolded={!startsOpen}
      level={level}
    >
      {() => <Found {...found} />}
    </Fold>
  )
}
export default Backlinks
