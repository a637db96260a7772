import type { User } from '@pathlight/contracts/accounts.ts'
import { type CopyStyle, UNSET_COPY_STYLE } from '@pathlight/contracts/copy-rules.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { settingsWrites, writeSettings } from '../../session/write-settings.ts'
import { copiedPassage } from '../../study/copying/copied-passage.ts'
import { keepStyleHere, useCopyStyle } from '../../study/copying/copy-style.ts'
import { followWrite } from '../../study/follow-write.ts'
import { Choice } from '../../ui/choice.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'

const REFERENCES = ['after', 'before', 'only'] as const satisfies readonly CopyStyle['reference'][]
const QUOTES = ['none', 'curved', 'corner'] as const satisfies readonly CopyStyle['quotes'][]

type Props = {
  /** The person whose settings change. Null for a visitor, whose choice is stored on this device. */
  readonly user: User | null
}

/** The section for the style of copied verses. An example shows each choice. A choice takes effect at once. */
const CopySection = ({ user }: Props) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const id = useId()
  const { hash } = useLocation()
  const section = useRef<HTMLElement>(null)
  const known = useCopyStyle()
  const [here, setHere] = useState<CopyStyle | null>(null)
  const style = (user ? null : here) ?? known ?? UNSET_COPY_STYLE
  // The messages after copying and sharing link to this section.
  const isAsked = hash === '#copying'
  useEffect(() => {
    if (!isAsked) return
    section.current?.scrollIntoView()
    section.current?.querySelector('select')?.focus({ preventScroll: true })
  }, [isAsked])

  const choose = (change: Partial<CopyStyle>) => {
    const copyStyle = { ...style, ...change }
    const otherwise = t('settings.copying.failed')
    if (user) return followWrite(settingsWrites, user.id, writeSettings(user.id, { copyStyle }), { t, say, otherwise })
    setHere(copyStyle)
    if (!keepStyleHere(copyStyle)) say(otherwise, 'error')
  }
  const { text } = copiedPassage(
    {
      version: t('settings.copying.sample.version'),
      reference: t('settings.copying.sample.reference'),
      verses: [
        { number: '16', text: t('settings.copying.sample.one') },
        { number: '17', text: t('settings.copying.sample.two') },
      ],
    },
    style,
  )
  return (
    <section ref={section} id="copying" aria-labelledby={id} className="grid scroll-mt-20 gap-4">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {t('settings.copying.title')}
        </h2>
        <p className="mt-1 text-sm text-muted">{t(user ? 'settings.copying.everywhere' : 'settings.copying.here')}</p>
      </div>
      <div className="grid gap-x-5 gap-y-4 wide:grid-cols-2">
        <Choice
          label={t('settings.copying.reference')}
          value={style.reference}
          onChange={(value) => choose({ reference: REFERENCES.find((one) => one === value) ?? 'after' })}
        >
          {REFERENCES.map((one) => (
            <option key={one} value={one}>
              {t(`settings.copying.${one}`)}
            </option>
          ))}
        </Choice>
        <Choice
          label={t('settings.copying.quotes')}
          value={style.quotes}
          disabled={style.reference === 'only'}
          onChange={(value) => choose({ quotes: QUOTES.find((one) => one === value) ?? 'none' })}
        >
          {QUOTES.map((one) => (
            <option key={one} value={one}>
              {t(`settings.copying.${one}`)}
            </option>
          ))}
        </Choice>
      </div>
      <div className="grid gap-x-5 wide:grid-cols-2">
        {(['numbers', 'version'] as const).map((part) => (
          <label key={part} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 flex-none accent-accent"
              checked={style[part]}
              disabled={part === 'numbers' && style.reference === 'only'}
              onChange={({ target }) => choose({ [part]: target.checked })}
            />
            {t(`settings.copying.${part}`)}
          </label>
        ))}
      </div>
      <figure className="grid gap-1.5">
        <figcaption className="text-xs font-medium text-muted">{t('settings.copying.example')}</figcaption>
        <output className="rounded-md border border-line bg-surface px-4 py-3 font-scripture leading-relaxed whitespace-pre-line">
          {text}
        </output>
      </figure>
    </section>
  )
}
export default CopySection
