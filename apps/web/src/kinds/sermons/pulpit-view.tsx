import type { RichText } from '@pathlight/contracts/rich-text-rules.ts'
import * as Radix from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepAwake } from '../../device/keep-awake.ts'
import { formatTime } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { linkHere } from '../../study/links/links-here.ts'
import { ShareLinkButton } from '../../study/links/share-link-button.tsx'
import type { Sharing } from '../../study/links/share-link-dialog.tsx'
import { sharesQuery } from '../../study/links/shares-query.ts'
import { IconButton } from '../../ui/button.tsx'
import { AArrowDown, AArrowUp, X } from '../../ui/icons.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { Veil } from '../../ui/veil.tsx'
import { LinePages } from './line-pages.tsx'
import { PageTurner } from './page-turner.tsx'
import { usePage } from './use-page.ts'

const SIZES = [1.25, 1.5, 1.75, 2, 2.4, 2.8, 3.2] as const
const FIRST_SIZE = 3

const Clock = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  const [began] = useState(() => Date.now())
  const [now, setNow] = useState(began)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.floor((now - began) / 1000)
  const elapsed = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p className="shrink-0 px-1 text-sm whitespace-nowrap tabular-nums">
      <time>{formatTime(new Date(now).toISOString(), language)}</time>
      <span className="ml-3 text-muted">
        <span className="sr-only">{t('sermons.elapsed')} </span>
        {elapsed}
      </span>
    </p>
  )
}

type Props = {
  readonly title: string
  readonly content: RichText
  /** The data of the share dialog. Null if the sermon cannot be shared now. */
  readonly sharing: Sharing | null
  readonly onClose: () => void
}

/** The last page of a shared sermon: a QR code of the link, for the listeners. */
const PulpitCode = ({ title, link }: { readonly title: string; readonly link: string }) => {
  const { t } = useTranslation()
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-5 overflow-y-auto bg-paper p-5 text-center">
      <p className="max-w-[40rem] font-scripture text-[1.9rem] leading-tight font-semibold text-balance wrap-anywhere">
        {title}
      </p>
      <QrCode text={link} label={t('links.code')} look="w-[min(24rem,70vw,50vh)]" />
      <p className="text-lg text-muted">{t('links.scan')}</p>
    </div>
  )
}

/** The newest of the sermon's share links that were made on this device. Null if there is none. */
const useLinkHere = (sharing: Sharing | null): string | null => {
  const { data: shares = [] } = useQuery({
    ...sharesQuery(sharing?.owner ?? { id: '' }),
    enabled: sharing !== null,
    retry: false,
  })
  if (sharing === null) return null
  const shared = shares.filter(({ item }) => item === sharing.id)
  return shared.flatMap(({ id }) => linkHere(sharing.owner.id, id) ?? [])[0] ?? null
}

/**
 * The view for preaching. It has large letters and a clock, turns its pages by key or tap, and keeps the screen awake.
 * If the sermon's share link was made on this device, the last page has the link's QR code.
 */
const PulpitView = ({ title, content, sharing, onClose }: Props) => {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const [textPages, setPages] = useState(1)
  const [page, turnTo] = usePage(textPages)
  const link = useLinkHere(sharing)
  const pages = textPages + (link === null ? 0 : 1)
  const [size, setSize] = useState(FIRST_SIZE)
  useEffect(keepAwake, [])
  const at = Math.min(page, pages - 1)
  const turn = (by: number) => turnTo(Math.max(0, Math.min(pages - 1, at + by)))
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Veil />
        <Radix.Content
          ref={root}
          aria-describedby={undefined}
          className="pulpit outline-none"
          style={{ '--letters': `${SIZES[size]}rem` } as CSSProperties}
          onOpenAutoFocus={(event) => {
            // The view gets the focus instead of its first button, because the space bar would press the button and not
            // turn the page.
            event.preventDefault()
            root.current?.focus()
          }}
          onCloseAutoFocus={returnFocus}
          onKeyDown={(event) => {
            // Keys that are typed in the share dialog must not turn pages.
            if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
            const onButton = event.target instanceof HTMLButtonElement
            const forward =
              ['ArrowRight', 'ArrowDown', 'PageDown'].includes(event.key) || (event.key === ' ' && !onButton)
            if (forward) turn(1)
            else if (['ArrowLeft', 'ArrowUp', 'PageUp'].includes(event.key)) turn(-1)
            else if (event.key === 'Home') turnTo(0)
            else if (event.key === 'End') turnTo(pages - 1)
            else return
            event.preventDefault()
          }}
        >
          <div className="flex items-center gap-1 border-b border-line px-3 py-1">
            <Radix.Title className="min-w-0 grow truncate font-scripture font-semibold">{title}</Radix.Title>
            <Clock />
            <IconButton
              icon={AArrowDown}
              label={t('sermons.smaller')}
              aria-disabled={size === 0}
              onClick={() => setSize(Math.max(0, size - 1))}
            />
            <IconButton
              icon={AArrowUp}
              label={t('sermons.larger')}
              aria-disabled={size === SIZES.length - 1}
              onClick={() => setSize(Math.min(SIZES.length - 1, size + 1))}
            />
            <IconButton icon={X} label={t('sermons.leavePulpit')} onClick={onClose} />
          </div>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the dialog handles the keys */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: buttons do the same as a tap on a side */}
          <div
            className="relative min-h-0 px-5 py-4"
            onClick={({ clientX, currentTarget, target }) => {
              if (target instanceof Element && target.closest('a')) return
              const { left, width } = currentTarget.getBoundingClientRect()
              turn(clientX < left + width / 3 ? -1 : 1)
            }}
          >
            <div key={size} className="pulpit-text mx-auto h-full max-w-[60rem]">
              <LinePages content={content} lines={null} page={at} onPages={setPages} />
            </div>
            {link !== null && at === pages - 1 && <PulpitCode title={title} link={link} />}
          </div>
          <div className="flex items-center justify-center gap-4 border-t border-line px-3 pb-[env(safe-area-inset-bottom)]">
            <PageTurner at={at} pages={pages} onTurn={turn} />
            {sharing && (
              // The button stays mounted, so that its dialog stays open when the number of pages changes.
              <span hidden={at < textPages - 1}>
                <ShareLinkButton {...sharing} label={t('sermons.share')} look="icon" />
              </span>
            )}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
export default PulpitView
