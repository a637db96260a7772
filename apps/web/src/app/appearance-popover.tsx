import { AArrowDown, AArrowUp, CaseSensitive } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '../locales/translation.ts'
import { changeAppearance, LEADINGS, SIZES, THEMES, useAppearance } from '../look/appearance.ts'
import { IconButton } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'

const Row = ({ label, children }: { label: string; children: ReactNode }) => {
  const id = useId()
  return (
    <div className="grid gap-2">
      <span id={id} className="text-xs font-medium text-muted">
        {label}
      </span>
      <fieldset aria-labelledby={id} className="flex gap-1.5">
        {children}
      </fieldset>
    </div>
  )
}

const Choice = ({ chosen, onChoose, children }: { chosen: boolean; onChoose: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-pressed={chosen}
    onClick={onChoose}
    className="grid min-h-11 min-w-0 flex-1 place-items-center gap-1 rounded-sm border border-line px-1 py-1.5 text-xs transition-colors duration-(--fast) hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
  >
    {children}
  </button>
)

const LEADING_NAMES = ['tight', 'normal', 'loose'] as const

/** Theme, text size and line height, kept on this device. */
const AppearancePopover = ({ openAtOnce }: { openAtOnce: boolean }) => {
  const { t } = useTranslation()
  const { theme, size, leading } = useAppearance()
  const place = (SIZES as readonly number[]).indexOf(size)
  const resize = (step: 1 | -1) => {
    const next = SIZES[place + step]
    if (next) changeAppearance({ size: next })
  }
  return (
    <Popover
      label={t('appearance.title')}
      openAtOnce={openAtOnce}
      className="grid w-80 gap-4"
      trigger={<IconButton icon={CaseSensitive} label={t('appearance.title')} />}
    >
      <Row label={t('appearance.theme')}>
        {THEMES.map((name) => (
          <Choice key={name} chosen={theme === name} onChoose={() => changeAppearance({ theme: name })}>
            {t(`appearance.${name}`)}
          </Choice>
        ))}
      </Row>
      <Row label={t('appearance.size')}>
        <IconButton
          icon={AArrowDown}
          label={t('appearance.smaller')}
          disabled={place <= 0}
          onClick={() => resize(-1)}
          className="border border-line"
        />
        <output className="grid flex-1 place-items-center text-sm tabular-nums">{Math.round(size * 100)}%</output>
        <IconButton
          icon={AArrowUp}
          label={t('appearance.larger')}
          disabled={place >= SIZES.length - 1}
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
    </Popover>
  )
}
export default AppearancePopover
