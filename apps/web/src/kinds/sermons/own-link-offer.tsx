import type { Editor } from '@tiptap/core'
import { lazy, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { withWords } from '../../locales/language.ts'
import { useSession } from '../../session/use-session.ts'
import { type AskedLink, askedLink } from '../../study/rich-text/own-link.ts'
import type { ChoiceKeys, OwnLink } from '../../study/rich-text/own-link-choice.tsx'
import { isComposing } from '../../ui/composing.ts'
import { Fetched } from '../../ui/fetched.tsx'

const OwnLinkChoice = lazy(() => withWords(['free-text'], () => import('../../study/rich-text/own-link-choice.tsx')))

/** The least distance between the list and the editor's left and right edges, in pixels. */
const GAP = 4

/**
 * `from`, `to`: the range of `[[` and the words after it in the document. `left`, `top`: the list's place in the frame,
 * in pixels.
 */
type Offer = AskedLink & { readonly to: number; readonly left: number; readonly top: number }

const offerAt = (editor: Editor, frame: HTMLElement): Offer | null => {
  const { selection } = editor.state
  const { $from } = selection
  if (!selection.empty || !$from.parent.isTextblock) return null
  // A line break becomes one character of the text, because it takes one position in the document.
  const asked = askedLink($from.parent.textBetween(0, $from.parentOffset, undefined, '\n'))
  if (!asked) return null
  const caret = editor.view.coordsAtPos($from.pos)
  const box = frame.getBoundingClientRect()
  return {
    ...{ query: asked.query, from: $from.start() + asked.from, to: $from.pos },
    ...{ left: caret.left - box.left, top: caret.bottom - box.top + 6 },
  }
}

/** The words are compared, too: an input method replaces a half syllable by the whole one in the same place. */
const isSame = (a: Offer | null, b: Offer | null) => a?.from === b?.from && a?.to === b?.to && a?.query === b?.query

type Props = {
  readonly editor: Editor
  readonly frame: HTMLElement | null
  /** The id of the sermon that is being written. The sermon itself is not offered. */
  readonly sermonId: string
}

/** Offers the person's items that match the words after `[[`. */
const OwnLinkOffer = ({ editor, frame, sermonId }: Props) => {
  const owner = useSession()
  const [offer, setOffer] = useState<Offer | null>(null)
  const [declined, setDeclined] = useState<number | null>(null)
  const keys = useRef<ChoiceKeys>(null)
  const box = useRef<HTMLDivElement>(null)
  const open = offer && offer.from !== declined ? offer : null

  useEffect(() => {
    if (!frame) return
    const look = () => {
      const next = offerAt(editor, frame)
      setOffer((before) => (isSame(before, next) ? before : next))
      if (!next) setDeclined(null)
    }
    // The person may have typed before this code arrived.
    look()
    editor.on('transaction', look)
    return () => {
      editor.off('transaction', look)
    }
  }, [editor, frame])

  useLayoutEffect(() => {
    if (open && box.current && frame)
      box.current.style.left = `${Math.max(GAP, Math.min(open.left, frame.clientWidth - box.current.offsetWidth - GAP))}px`
  })

  const choose = useCallback(
    ({ words, href }: OwnLink) => {
      if (!open) return
      const marks = [{ type: 'link', attrs: { href } }]
      editor
        .chain()
        .focus()
        .insertContentAt({ from: open.from, to: open.to }, [
          { type: 'text', text: words, marks },
          { type: 'text', text: ' ' },
        ])
        .run()
      setOffer(null)
    },
    [editor, open],
  )

  const active = useCallback(
    (ids: { readonly list: string; readonly option: string } | null) => {
      if (editor.isDestroyed) return
      const { dom } = editor.view
      for (const [name, value] of [
        ['aria-controls', ids?.list],
        ['aria-activedescendant', ids?.option],
      ] as const)
        if (value === undefined) dom.removeAttribute(name)
        else dom.setAttribute(name, value)
    },
    [editor],
  )

  useEffect(() => {
    if (!open || !frame) return
    const press = (event: KeyboardEvent) => {
      if (isComposing(event) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
      if (!(event.target instanceof Element && event.target.closest('.ProseMirror'))) return
      if (event.key === 'Escape') setDeclined(open.from)
      else if (!keys.current?.(event.key)) return
      event.preventDefault()
      // The editor and the panel around it must not get the event.
      event.stopPropagation()
    }
    frame.addEventListener('keydown', press, true)
    return () => frame.removeEventListener('keydown', press, true)
  }, [open, frame])

  return (
    <Fetched>
      {open && owner && (
        <div ref={box} className="absolute z-10 w-80 max-w-[calc(100%-8px)]" style={{ top: open.top }}>
          <OwnLinkChoice
            owner={owner}
            itemId={sermonId}
            query={open.query}
            keys={keys}
            onChoose={choose}
            onActive={active}
          />
        </div>
      )}
    </Fetched>
  )
}
export default OwnLinkOffer
