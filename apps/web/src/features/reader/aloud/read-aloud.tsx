import './aloud.css'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { verseNumber } from '../../../bible/passage-names.ts'
import { deviceStorage } from '../../../device/device-storage.ts'
import { keepAwake } from '../../../device/keep-awake.ts'
import { useLanguage } from '../../../locales/use-language.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Pause, Play, SkipBack, SkipForward, Volume2, X } from '../../../ui/icons.ts'
import { isAmong } from '../choosing/chosen.ts'
import { useVoice } from './voice-of.ts'

/** The speeds of reading, as multiples of the voice's normal speed. */
const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const
const SPEED_KEY = 'aloud.speed'
const savedSpeed = (): number => SPEEDS.find((speed) => String(speed) === deviceStorage.get(SPEED_KEY)) ?? 1

/** `at` is the index of the verse among those that have words. */
type Reading = { readonly status: 'silent' } | { readonly status: 'reading' | 'paused'; readonly at: number }
const SILENT: Reading = { status: 'silent' }

/**
 * Ends the reading that was started last, perhaps in another column. Only one column is read at a time, because the
 * browser has only one voice output.
 */
let endOther: (() => void) | null = null

type Props = {
  readonly section: RefObject<HTMLElement | null>
  readonly verses: readonly Verse[]
  /** The text's language (BCP 47). */
  readonly textLanguage: string
  readonly heading: string
  /** The chosen verse, at which the reading begins. If null, it begins at the first visible verse. */
  readonly from: number | null
}

const piecesOf = (section: HTMLElement | null, verse: number) => [
  ...(section?.querySelectorAll<HTMLElement>(`.verse[data-verse='${verse}']`) ?? []),
]

/** The index of the first visible verse, or 0 if no verse is visible. */
const firstVisible = (section: HTMLElement | null, verses: readonly Verse[]): number => {
  const top = section?.querySelector('.column-head')?.getBoundingClientRect().bottom ?? 0
  const at = verses.findIndex(({ verse }) =>
    piecesOf(section, verse).some((piece) => piece.getBoundingClientRect().bottom > top + 4),
  )
  return Math.max(0, at)
}

/** Scrolls to a verse, unless it is well within the window. */
const bringIntoView = (pieces: readonly HTMLElement[]): void => {
  const boxes = pieces.map((piece) => piece.getBoundingClientRect())
  const top = Math.min(...boxes.map((box) => box.top))
  const bottom = Math.max(...boxes.map((box) => box.bottom))
  if (top > innerHeight * 0.15 && bottom < innerHeight * 0.75) return
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  pieces[0]?.scrollIntoView({
    block: bottom - top > innerHeight / 2 ? 'start' : 'center',
    behavior: reducesMotion ? 'auto' : 'smooth',
  })
}

/**
 * Reads a chapter aloud, verse by verse, in the language of its text. Renders nothing if the browser has no voice for
 * that language.
 */
const ReadAloud = ({ section, verses, textLanguage, heading, from }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const voice = useVoice(textLanguage)
  const spoken = useMemo(() => verses.filter(({ text }) => text.trim() !== ''), [verses])
  const listenButton = useRef<HTMLButtonElement>(null)
  const player = useRef<HTMLElement>(null)
  const [reading, setReading] = useState<Reading>(SILENT)
  const [speed, setSpeed] = useState(savedSpeed)
  // Stops the reading when the chapter changes.
  const [of, setOf] = useState(spoken)
  if (of !== spoken) {
    setOf(spoken)
    setReading(SILENT)
  }
  const verse = reading.status === 'silent' ? undefined : spoken[reading.at]
  const end = () => {
    // The player disappears with its focused button, so the listen button gets the focus.
    if (player.current?.contains(document.activeElement)) listenButton.current?.focus({ preventScroll: true })
    setReading(SILENT)
  }
  const endChapter = useEffectEvent(end)

  useEffect(() => {
    if (reading.status !== 'reading' || !verse || !voice) return
    const { at } = reading
    let current = true
    const words = new SpeechSynthesisUtterance(verse.text)
    words.lang = voice.lang
    words.voice = voice
    words.rate = speed
    words.onend = () => {
      if (!current) return
      if (at + 1 < spoken.length) setReading({ status: 'reading', at: at + 1 })
      else endChapter()
    }
    words.onerror = () => {
      if (current) setReading({ status: 'paused', at })
    }
    speechSynthesis.cancel()
    speechSynthesis.speak(words)
    return () => {
      current = false
      speechSynthesis.cancel()
    }
  }, [reading, verse, voice, speed, spoken])

  useEffect(() => {
    if (!verse) return
    const pieces = piecesOf(section.current, verse.verse)
    for (const piece of pieces) piece.dataset.read = ''
    bringIntoView(pieces)
    return () => {
      for (const piece of pieces) delete piece.dataset.read
    }
  }, [verse, section])

  const isReading = reading.status === 'reading'
  useEffect(() => (isReading ? keepAwake() : undefined), [isReading])

  if (!voice) return null
  const begin = () => {
    endOther?.()
    endOther = end
    const chosen = spoken.findIndex((one) => from !== null && isAmong(one, [from]))
    setReading({ status: 'reading', at: chosen >= 0 ? chosen : firstVisible(section.current, spoken) })
  }
  const step = (by: 1 | -1) => {
    if (reading.status !== 'silent' && spoken[reading.at + by]) setReading({ ...reading, at: reading.at + by })
  }
  return (
    <>
      <IconButton
        ref={listenButton}
        icon={Volume2}
        label={t('aloud.listen', { passage: heading })}
        aria-pressed={reading.status !== 'silent'}
        onClick={() => (reading.status === 'silent' ? begin() : end())}
        className="size-11! print:hidden aria-pressed:text-accent"
      />
      {reading.status !== 'silent' &&
        verse &&
        createPortal(
          <section
            ref={player}
            lang={language}
            aria-label={t('aloud.player')}
            className="floating fixed inset-x-2 bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-md items-center justify-between gap-0.5 p-1 wide:bottom-4 print:hidden"
          >
            <IconButton
              icon={SkipBack}
              label={t('aloud.before')}
              aria-disabled={reading.at === 0}
              onClick={() => step(-1)}
              className="size-11!"
            />
            <IconButton
              icon={isReading ? Pause : Play}
              label={t(isReading ? 'aloud.pause' : 'aloud.goOn')}
              onClick={() => setReading({ status: isReading ? 'paused' : 'reading', at: reading.at })}
              className="size-11!"
            />
            <IconButton
              icon={SkipForward}
              label={t('aloud.next')}
              aria-disabled={reading.at + 1 >= spoken.length}
              onClick={() => step(1)}
              className="size-11!"
            />
            <span className="min-w-0 grow truncate px-1 text-center text-sm font-medium">
              {t('aloud.verse', { verse: verseNumber(verse) })}
            </span>
            <select
              aria-label={t('aloud.speed')}
              value={speed}
              onChange={(event) => {
                const chosen = Number(event.target.value)
                deviceStorage.set(SPEED_KEY, String(chosen))
                setSpeed(chosen)
              }}
              className="field w-auto! px-2!"
            >
              {SPEEDS.map((one) => (
                <option key={one} value={one}>
                  {t('aloud.times', { speed: one })}
                </option>
              ))}
            </select>
            <IconButton icon={X} label={t('close')} onClick={end} className="size-11!" />
          </section>,
          document.body,
        )}
    </>
  )
}
export default ReadAloud
