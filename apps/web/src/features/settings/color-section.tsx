import { DEFAULT_HIGHLIGHT_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import { type CSSProperties, useEffect, useId, useRef } from 'react'
import { HexColorPicker } from 'react-colorful'
import { useTranslation } from 'react-i18next'
import { shownColor } from '../../look/highlight-looks.ts'
import { Button } from '../../ui/button.tsx'
import { Labelled } from '../../ui/field.tsx'
import { isHexColor } from './settings-rules.ts'
import './color-preview.css'

/** Sample words, highlighted in a colour as the current theme shows it. */
const Preview = ({ label, color }: { label: string; color: string }) => {
  const { t } = useTranslation()
  const themeColors = {
    '--on-light': shownColor(color, 'light'),
    '--on-sepia': shownColor(color, 'sepia'),
    '--on-dark': shownColor(color, 'dark'),
  } as CSSProperties
  return (
    <figure className="grid content-start gap-1.5">
      <figcaption className="text-xs font-medium text-muted">{label}</figcaption>
      <p className="font-scripture text-lg leading-relaxed">
        <mark className="color-preview rounded-sm px-1 py-0.5 text-ink" style={themeColors}>
          {t('settings.sample')}
        </mark>
      </p>
      <code className="text-xs text-muted">{color}</code>
    </figure>
  )
}

type Props = {
  readonly saved: string
  /** The typed text, which may not be a valid colour yet. */
  readonly typed: string
  readonly error: string | null
  readonly onChange: (color: string) => void
}

export const ColorSection = ({ saved, typed, error, onChange }: Props) => {
  const { t } = useTranslation()
  const id = useId()
  const picker = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The picker names its sliders only in English, so they get names in the interface's language here.
    const [shade, hue] = picker.current?.querySelectorAll('[role=slider]') ?? []
    shade?.setAttribute('aria-label', t('settings.shade'))
    hue?.setAttribute('aria-label', t('settings.hue'))
  }, [t])
  const selected = isHexColor(typed) ? typed : saved
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-lg font-semibold">
        {t('settings.highlightColor')}
      </h2>
      <div className="grid gap-4 wide:grid-cols-2">
        <Preview label={t('settings.savedColor')} color={saved} />
        <Preview label={t('settings.selectedColor')} color={selected} />
      </div>
      <div className="flex flex-wrap gap-5">
        <div ref={picker} className="color-picker shrink-0">
          <HexColorPicker color={selected} onChange={onChange} />
        </div>
        <div className="grid min-w-0 flex-1 basis-52 content-start gap-3">
          <Labelled label={t('settings.colorHint')} error={error}>
            {(named) => (
              <input
                {...named}
                name="highlightColor"
                value={typed}
                placeholder="#RRGGBB"
                maxLength={7}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => onChange(event.target.value.trim())}
                className="field tabular-nums"
              />
            )}
          </Labelled>
          <Button onClick={() => onChange(DEFAULT_HIGHLIGHT_COLOR)} className="justify-self-start">
            {t('settings.reset')}
          </Button>
        </div>
      </div>
    </section>
  )
}
