import { THEMES } from '@pathlight/contracts/theme-rules.ts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changeAppearance,
  FACES,
  FLOWS,
  LEADINGS,
  PARTS,
  SIZES,
  type TextPart,
  useAppearance,
  WIDTHS,
} from '../look/appearance.ts'
import { chooseTheme } from '../session/account-theme.ts'
import { useSession } from '../session/use-session.ts'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { AArrowDown, AArrowUp, CaseSensitive } from '../ui/icons.ts'
import { Popover } from '../ui/popover.tsx'
import { useMediaQuery, WIDE } from '../ui/use-media-query.ts'

const Row = ({ label, hint, children }: { label: string; hint?: string | null; children: ReactNode }) => {
  const id = useId()
  return (
    <div className="grid gap-2">
      <span id={id} className="text-xs font-medium text-muted">
        {label}
      </span>
      <fieldset
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="flex flex-wrap gap-1.5"
      >
        {children}
      </fieldset>
      {hint && (
        <span id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </span>
      )}
    </div>
  )
}

const Choice = ({ chosen, onChoose, children }: { chosen: boolean; onChoose: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-pressed={chosen}
    onClick={onChoose}
    className="grid min-h-11 min-w-0 flex-1 basis-[4rem] place-items-center gap-1 rounded-[22px] border border-line px-1 py-1.5 text-xs transition-colors duration-(--fast) hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
  >
    {children}
  </button>
)

/** The selector of each part of a text (look/scripture.css). */
const SELECTORS: Readonly<Record<TextPart, string>> = {
  numbers: '.verse-number',
  headings: '.heading',
  footnotes: '.footnote',
  redLetters: '.jesus',
  references: '.letter',
}

/** The parts that the text on the page does not have. Empty if the page has no text. */
const missingParts = (): readonly TextPart[] =>
  document.querySelector('.scripture')
    ? PARTS.filter((part) => !document.querySelector(`.scripture ${SELECTORS[part]}`))
    : []

const LEADING_NAMES = ['tight', 'normal', 'loose'] as const
const WIDTH_NAMES = ['narrow', 'medium', 'broad'] as const

/**
 * The settings of the appearance. They are stored on this device, except the theme: if somebody is signed in, the theme
 * belongs to the account.
 */
const Settings = () => {
  const { t } = useTranslation()
  const user = useSession()
  const { theme, size, leading, width, face, flow, without, otherHighlights } = useAppearance()
  // Computed once each time the settings open, because the person may have gone to another text since the last time.
  const [missing] = useState(missingParts)
  const missingId = useId()
  const sizeIndex = (SIZES as readonly number[]).indexOf(size)
  const resize = (step: 1 | -1) => {
    const next = SIZES[sizeIndex + step]
    if (next) changeAppearance({ size: next })
  }
  const setVisible = (part: TextPart, isVisible: boolean) =>
    changeAppearance({ without: PARTS.filter((one) => (one === part ? !isVisible : without.includes(one))) })
  return (
    <>
      <Row label={t('appearance.theme')} hint={user && t('appearance.follows')}>
        {THEMES.map((name) => (
          <Choice key={name} chosen={theme === name} onChoose={() => chooseTheme(user, name)}>
            {t(`appearance.${name}`)}
          </Choice>
        ))}
      </Row>
      <Row label={t('appearance.size')}>
        <IconButton
          icon={AArrowDown}
          label={t('appearance.smaller')}
          disabled={sizeIndex <= 0}
          onClick={() => resize(-1)}
          className="border border-line"
        />
        <output className="grid flex-1 place-items-center text-sm tabular-nums">{Math.round(size * 100)}%</output>
        <IconButton
          icon={AArrowUp}
          label={t('appearance.larger')}
          disabled={sizeIndex >= SIZES.length - 1}
          onClick={() => resize(1)}
          className="border border-line"
        />
      </Row>
      <Row label={t('appearance.leading')}>
        {LEADINGS.map((value, index) => (
          <Choice key={value} chosen={leading === value} onChoose={() => changeAppearance({ leading: value })}>
            {t(`appearance.${LEADING_NAMES[index] ?? 'normal'}`)}
          </Choice>
        ))}
      </Row>
      <Row label={t('appearance.width')}>
        {WIDTHS.map((value, index) => (
          <Choice key={value} chosen={width === value} onChoose={() => changeAppearance({ width: value })}>
            {t(`appearance.${WIDTH_NAMES[index] ?? 'medium'}`)}
          </Choice>
        ))}
      </Row>
      <Row label={t('appearance.face')}>
        {FACES.map((name) => (
          <Choice key={name} chosen={face === name} onChoose={() => changeAppearance({ face: name })}>
            {t(`appearance.${name}`)}
          </Choice>
        ))}
      </Row>
      <Row label={t('appearance.flow')}>
        {FLOWS.map((name) => (
          <Choice key={name} chosen={flow === name} onChoose={() => changeAppearance({ flow: name })}>
            {t(`appearance.${name}`)}
          </Choice>
        ))}
      </Row>
      <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-2">
        <legend className="text-xs font-medium text-muted">{t('appearance.show')}</legend>
        {PARTS.map((part) => (
          <label key={part} className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              checked={!without.includes(part)}
              disabled={missing.includes(part)}
              aria-describedby={missing.includes(part) ? missingId : undefined}
              onChange={(event) => setVisible(part, event.target.checked)}
              className="size-5 flex-none"
            />
            <span className={missing.includes(part) ? 'text-muted' : ''}>{t(`appearance.${part}`)}</span>
          </label>
        ))}
        {missing.length > 0 && (
          <p id={missingId} className="col-span-full text-xs text-muted">
            {t('appearance.notHere')}
          </p>
        )}
        <label className="col-span-full flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            checked={otherHighlights}
            onChange={(event) => changeAppearance({ otherHighlights: event.target.checked })}
            className="size-5 flex-none"
          />
          {t('appearance.otherHighlights')}
        </label>
      </fieldset>
    </>
  )
}

/** The button that opens the settings of the appearance: in a popover, or on a small screen in a sheet. */
const AppearancePopover = ({ openAtOnce }: { openAtOnce: boolean }) => {
  const { t } = useTranslation()
  const wide = useMediaQuery(WIDE)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  // The person pressed the stand-in button (fetched-control.tsx), which disappeared when this code had loaded. When the
  // sheet closes, it returns the focus to the element that had the focus before, so this button gets the focus first.
  useEffect(() => {
    if (!openAtOnce) return
    button.current?.focus({ preventScroll: true })
    setOpen(true)
  }, [openAtOnce])
  if (!wide)
    return (
      <>
        <IconButton
          ref={button}
          icon={CaseSensitive}
          label={t('appearance.title')}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
        />
        {open && (
          <Dialog title={t('appearance.title')} placement="sheet" clear onClose={() => setOpen(false)}>
            <div className="grid gap-4">
              <Settings />
            </div>
          </Dialog>
        )}
      </>
    )
  return (
    <Popover
      label={t('appearance.title')}
      openAtOnce={openAtOnce}
      className="grid w-80 gap-4"
      trigger={<IconButton icon={CaseSensitive} label={t('appearance.title')} />}
    >
      <Settings />
    </Popover>
  )
}
export default AppearancePopover
