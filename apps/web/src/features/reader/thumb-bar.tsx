import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_COLUMNS } from '../../bible/kept-columns.ts'
import { IconButton } from '../../ui/button.tsx'
import { ArrowLeftRight, ChevronLeft, ChevronRight, Plus } from '../../ui/icons.ts'
import type { ReaderState } from './columns/reader-state.ts'

type Props = {
  readonly reader: ReaderState
  /** The passage's name, in the language of its text. */
  readonly heading: string
  readonly lang: string
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
  /** Opens the passage picker. */
  readonly onFind: () => void
  readonly onAdd: () => void
  readonly onSync: () => void
}

const Item = (props: ComponentProps<typeof IconButton>) => <IconButton {...props} className="size-12! shrink-0" />

/** The controls for reading on a small screen, within reach of the thumb. */
export const ThumbBar = ({ reader, heading, lang, onPrevious, onNext, onFind, onAdd, onSync }: Props) => {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('reader.tools')}
      className="thumb-bar print:hidden fixed inset-x-0 bottom-0 z-20 flex items-center border-t border-line bg-paper px-1 pb-[env(safe-area-inset-bottom)] wide:hidden noscript:hidden"
    >
      <Item icon={ChevronLeft} label={t('reader.previous')} disabled={!onPrevious} onClick={() => onPrevious?.()} />
      <button
        type="button"
        lang={lang}
        title={t('reader.find')}
        onClick={onFind}
        className="min-h-12 min-w-0 grow rounded-sm px-2 text-[min(0.9375rem,6vw)] leading-tight font-semibold wrap-break-word"
      >
        {heading}
      </button>
      {reader.columns.length > 1 && (
        <Item icon={ArrowLeftRight} label={t('reader.synchronize')} aria-pressed={reader.synced} onClick={onSync} />
      )}
      <Item
        icon={Plus}
        label={t('reader.addVersion')}
        disabled={reader.columns.length >= MOST_COLUMNS}
        onClick={onAdd}
      />
      <Item icon={ChevronRight} label={t('reader.next')} disabled={!onNext} onClick={() => onNext?.()} />
    </nav>
  )
}
