import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { type FocusEvent, type MouseEvent, memo, type RefObject, use, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { FreeText } from '../../study/rich-text/free-text.tsx'
import { FreeTextField } from '../../study/rich-text/free-text-field.tsx'
import { IconButton } from '../../ui/button.tsx'
import { isComposing } from '../../ui/composing.ts'
import { holdStill } from '../../ui/hold-still.ts'
import { GripVertical } from '../../ui/icons.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { useNearScreen } from '../../ui/use-near-screen.ts'
import type { Row } from './entries/rows.ts'
import { ItemView } from './item-view.tsx'
import { Around } from './pad-around.ts'
import { PassageView } from './passage-view.tsx'

/** The actions on a row, which is named by its key. The functions stay the same unless the language changes. */
export type RowActs = {
  readonly change: (key: string, entry: PadEntry) => void
  /** Moves a row down by `by` rows, or up if `by` is negative, at most to the last or the first place. */
  readonly move: (key: string, by: number) => void
  readonly remove: (key: string) => void
  /** Opens the field that adds entries after the row. */
  readonly addBehind: (key: string) => void
}

type WordsProps = {
  readonly row: { readonly key: string; readonly entry: Extract<PadEntry, { readonly text: string }> }
  readonly acts: RowActs
}

/** A formatted text. Its field is hidden until a Tab key or a click on the text moves the focus to the field. */
const FreeWords = ({ row: { key: row, entry }, acts }: WordsProps) => {
  const { t } = useTranslation()
  const around = use(Around)
  const area = useRef<HTMLTextAreaElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isShown = entry.text.trim() !== '' && (!isOpen || around?.isWhole)
  const open = ({ currentTarget, target }: MouseEvent) => {
    const isWords = target instanceof Element && currentTarget.contains(target) && !target.closest('a')
    // If the person has selected words, probably to copy them, the click must not begin to edit.
    if (!isWords || getSelection()?.isCollapsed === false) return
    area.current?.focus({ preventScroll: true })
    area.current?.setSelectionRange(entry.text.length, entry.text.length)
  }
  const leave = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    if (target !== area.current) return
    holdStill(currentTarget)
    setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only observes the focus of the field inside
    <div className="pad-free" onFocus={() => setOpen(document.activeElement === area.current)} onBlur={leave}>
      {isShown && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard reaches the field itself
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the field itself
        <div className="pad-shown" onClick={open}>
          <FreeText text={entry.text} version={around?.versions?.default} />
        </div>
      )}
      <div className={isShown ? 'sr-only print:hidden' : undefined}>
        <FreeTextField
          owner={around?.owner ?? null}
          itemId={around?.padId ?? ''}
          area={area}
          name={entry.type}
          rows={1}
          value={entry.text}
          aria-label={t('pads.text')}
          placeholder={t('pads.text')}
          onText={(text) => acts.change(row, { ...entry, text })}
        />
      </div>
    </div>
  )
}

const HeadingWords = ({ row: { key: row, entry }, acts }: WordsProps) => {
  const { t } = useTranslation()
  const { text } = entry
  return (
    <h2 className="pad-heading">
      <span data-words={text} className="grows">
        <textarea
          name={entry.type}
          rows={1}
          value={text}
          aria-label={t('pads.heading')}
          placeholder={t('pads.heading')}
          onChange={({ target }) => acts.change(row, { ...entry, text: target.value.replace(/[\r\n]+/g, ' ') })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            acts.addBehind(row)
          }}
          className="on-paper"
        />
      </span>
    </h2>
  )
}

/** Calls `onNear` when the element comes near the screen. Renders nothing. */
const Watch = ({ of, onNear }: { readonly of: RefObject<HTMLElement | null>; readonly onNear: () => void }) => {
  useNearScreen(of, onNear)
  return null
}

type GripProps = { readonly what: string; readonly row: Row; readonly acts: RowActs }

/**
 * The handle of a row. A drag moves the row (drag-row.ts), and a click opens the row's menu. Each click mounts a new
 * menu that is already open, because the grip stops a mounted menu from opening.
 */
const Grip = ({ what, row: { key, entry }, acts }: GripProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const versions = use(Around)?.versions?.versions ?? []
  const [opened, setOpened] = useState(0)
  const grip = (
    <IconButton
      icon={GripVertical}
      label={t('pads.moveOrRemove', { what })}
      data-grip
      aria-haspopup="menu"
      // A mounted menu would open at once, and so at the beginning of a drag.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => setOpened(opened + 1)}
      className="pad-grip"
    />
  )
  if (opened === 0) return grip
  return (
    <Menu key={opened} openAtOnce trigger={grip}>
      <MenuItem onSelect={() => acts.move(key, -1)}>{t('pads.moveUp')}</MenuItem>
      <MenuItem onSelect={() => acts.move(key, 1)}>{t('pads.moveDown')}</MenuItem>
      <MenuItem onSelect={() => acts.addBehind(key)}>{t('pads.addBehind')}</MenuItem>
      {entry.type === 'passage' && (
        <>
          <MenuLine />
          <MenuChoice
            label={t('pads.version')}
            value={entry.version}
            options={versions
              .filter(({ available }) => available)
              .map(({ code }) => ({ value: code, label: versionLabel(code, language) }))}
            onChange={(version) => acts.change(key, { ...entry, version })}
          />
        </>
      )}
      <MenuLine />
      <MenuItem onSelect={() => acts.remove(key)}>{t('pads.remove')}</MenuItem>
    </Menu>
  )
}

type Props = {
  readonly row: Row
  /** Returns a short name of a row. The function must stay the same while the language is the same. */
  readonly nameOf: (row: Row) => string
  readonly acts: RowActs
  /** Whether the row is among the first rows, whose words are fetched at once. */
  readonly isFirst: boolean
}

/** One entry of a pad. Memoized: an unchanged row is not rendered again. */
export const EntryRow = memo(({ row, nameOf, acts, isFirst }: Props) => {
  const { entry } = row
  const item = useRef<HTMLLIElement>(null)
  const isWhole = use(Around)?.isWhole ?? false
  const [wasNear, setWasNear] = useState(isFirst)
  const near = useCallback(() => setWasNear(true), [])
  const isNear = wasNear || isWhole
  return (
    <li ref={item} data-row={row.key} className="pad-row">
      {'text' in entry ? (
        entry.type === 'heading' ? (
          <HeadingWords row={{ key: row.key, entry }} acts={acts} />
        ) : (
          <FreeWords row={{ key: row.key, entry }} acts={acts} />
        )
      ) : (
        <>
          {!isNear && <Watch of={item} onNear={near} />}
          {entry.type === 'passage' ? (
            <PassageView entry={entry} isNear={isNear} />
          ) : (
            <ItemView entry={entry} isNear={isNear} />
          )}
        </>
      )}
      <Grip what={nameOf(row)} row={row} acts={acts} />
    </li>
  )
})
