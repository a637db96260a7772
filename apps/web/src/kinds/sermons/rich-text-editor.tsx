import { type RichText, safeLink } from '@pathlight/contracts/rich-text-rules.ts'
import type { Editor, JSONContent } from '@tiptap/core'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, lazy, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { isComposing } from '../../ui/composing.ts'
import { Fetched } from '../../ui/fetched.tsx'
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  Italic,
  Link2,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from '../../ui/icons.ts'
import type { LucideIcon } from '../../ui/lucide-icon.ts'
import { ALIGNMENTS, writingExtensions } from './rich-text-extensions.ts'
import { ScriptureOffer } from './scripture-offer.tsx'
import { useOverSelection } from './use-over-selection.ts'
import '../../study/rich-text/rich-text.css'
import './sermon.css'

const OwnLinkOffer = lazy(() => import('./own-link-offer.tsx'))

/** The handle of the editor. `read` returns the present content. It is called on demand, not at every letter. */
export type Writing = { readonly read: () => unknown; readonly focus: () => void }

type Tool = {
  readonly icon: LucideIcon
  readonly label: string
  readonly pressed?: boolean
  readonly disabled?: boolean
  /** True for tools that align, undo or redo. sermon.css hides them while the tools float and have not the focus. */
  readonly atRest?: true
  readonly onPress: () => void
}

/** A row of tools with one tab stop. Arrow keys move between the tools (ARIA's toolbar pattern). */
const ToolRow = ({ tools }: { tools: readonly Tool[] }) => {
  const row = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const go = (to: number) => row.current?.querySelectorAll('button')[(to + tools.length) % tools.length]?.focus()
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(stop + 1)
    else if (event.key === 'ArrowLeft') go(stop - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(tools.length - 1)
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the toolbar around the row has the role
    <div ref={row} className="contents" onKeyDown={press}>
      {tools.map(({ icon: Icon, label, pressed, disabled = false, atRest, onPress }, index) => (
        <button
          key={label}
          type="button"
          title={label}
          aria-label={label}
          aria-pressed={pressed}
          aria-disabled={disabled || undefined}
          data-at-rest={atRest}
          tabIndex={index === stop ? 0 : -1}
          onFocus={() => setStop(index)}
          // The text keeps the focus, so that a phone's keyboard stays open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => !disabled && onPress()}
          className="icon-control"
        >
          <Icon size={18} strokeWidth={1.8} aria-hidden />
        </button>
      ))}
    </div>
  )
}

const ALIGN_ICONS = { left: AlignLeft, center: AlignCenter, right: AlignRight, justify: AlignJustify } as const
const ALIGN_WORDS = {
  left: 'sermons.alignLeft',
  center: 'sermons.alignCenter',
  right: 'sermons.alignRight',
  justify: 'sermons.alignJustify',
} as const

const LinkForm = ({ editor, onDone }: { editor: Editor; onDone: () => void }) => {
  const { t } = useTranslation()
  const linkBefore = editor.getAttributes('link').href
  const [address, setAddress] = useState(typeof linkBefore === 'string' ? linkBefore : 'https://')
  const [isBad, setBad] = useState(false)
  const put = () => {
    const href = safeLink(address)
    if (href === undefined) return setBad(true)
    const chain = editor.chain().focus()
    // Without a selection the address is also the link's text.
    if (editor.state.selection.empty && linkBefore === undefined)
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.extendMarkRange('link').setLink({ href }).run()
    onDone()
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line p-2">
      <input
        // biome-ignore lint/a11y/noAutofocus: a press of the person opened the field
        autoFocus
        aria-label={t('sermons.linkAddress')}
        aria-invalid={isBad || undefined}
        value={address}
        inputMode="url"
        onChange={(event) => {
          setAddress(event.target.value)
          setBad(false)
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'Enter') {
            event.preventDefault()
            put()
          }
          if (event.key === 'Escape') {
            event.stopPropagation()
            editor.commands.focus()
            onDone()
          }
        }}
        className="field min-w-40 flex-1"
      />
      <Button look="primary" onClick={put}>
        {t('sermons.linkPut')}
      </Button>
      {linkBefore !== undefined && (
        <Button
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onDone()
          }}
        >
          {t('sermons.linkRemove')}
        </Button>
      )}
      {isBad && (
        <p role="alert" className="w-full text-sm text-danger">
          {t('sermons.linkBad')}
        </p>
      )}
    </div>
  )
}

/** The tools for text: at the foot of the editor, or over selected words. */
const Tools = ({ editor, frame }: { editor: Editor; frame: HTMLElement | null }) => {
  const { t } = useTranslation()
  const own = useRef<HTMLDivElement>(null)
  const place = useOverSelection(editor, frame, own)
  const [linking, setLinking] = useState(false)
  const at = useEditorState({
    editor,
    selector: ({ editor: on }) => ({
      bold: on.isActive('bold'),
      italic: on.isActive('italic'),
      underline: on.isActive('underline'),
      strike: on.isActive('strike'),
      bulletList: on.isActive('bulletList'),
      orderedList: on.isActive('orderedList'),
      quote: on.isActive('blockquote'),
      link: on.isActive('link'),
      level: [1, 2, 3].find((level) => on.isActive('heading', { level })) ?? 0,
      align: ALIGNMENTS.find((textAlign) => on.isActive({ textAlign })) ?? 'left',
      canUndo: on.can().undo(),
      canRedo: on.can().redo(),
    }),
  })
  const chain = () => editor.chain().focus()
  const align = (textAlign: (typeof ALIGNMENTS)[number]) => {
    const kept = textAlign === 'left' ? null : textAlign
    chain().updateAttributes('paragraph', { textAlign: kept }).updateAttributes('heading', { textAlign: kept }).run()
  }
  const tools: readonly Tool[] = [
    {
      ...{ icon: Undo2, label: t('sermons.undo'), disabled: !at.canUndo, atRest: true },
      onPress: () => chain().undo().run(),
    },
    {
      ...{ icon: Redo2, label: t('sermons.redo'), disabled: !at.canRedo, atRest: true },
      onPress: () => chain().redo().run(),
    },
    { icon: Bold, label: t('sermons.bold'), pressed: at.bold, onPress: () => chain().toggleBold().run() },
    { icon: Italic, label: t('sermons.italic'), pressed: at.italic, onPress: () => chain().toggleItalic().run() },
    {
      icon: Underline,
      label: t('sermons.underline'),
      pressed: at.underline,
      onPress: () => chain().toggleUnderline().run(),
    },
    {
      icon: Strikethrough,
      label: t('sermons.strike'),
      pressed: at.strike,
      onPress: () => chain().toggleStrike().run(),
    },
    {
      icon: List,
      label: t('sermons.bulletList'),
      pressed: at.bulletList,
      onPress: () => chain().toggleBulletList().run(),
    },
    {
      icon: ListOrdered,
      label: t('sermons.orderedList'),
      pressed: at.orderedList,
      onPress: () => chain().toggleOrderedList().run(),
    },
    { icon: Quote, label: t('sermons.quote'), pressed: at.quote, onPress: () => chain().toggleBlockquote().run() },
    { icon: Link2, label: t('sermons.link'), pressed: at.link, onPress: () => setLinking(!linking) },
    ...ALIGNMENTS.map((one) => ({
      icon: ALIGN_ICONS[one],
      label: t(ALIGN_WORDS[one]),
      pressed: at.align === one,
      atRest: true as const,
      onPress: () => align(one),
    })),
  ]
  return (
    <div ref={own} className="rich-tools" data-floats={place ? '' : undefined} style={place ?? undefined}>
      <div role="toolbar" aria-label={t('sermons.toolbar')} className="rich-tools-row">
        <select
          aria-label={t('sermons.style')}
          value={at.level}
          onChange={(event) => {
            const level = Number(event.target.value)
            if (level === 0) chain().setParagraph().run()
            else
              chain()
                .setHeading({ level: level as 1 | 2 | 3 })
                .run()
          }}
          className="control quiet min-w-24 shrink-0 pl-2!"
        >
          <option value={0}>{t('sermons.paragraph')}</option>
          {[1, 2, 3].map((level) => (
            <option key={level} value={level}>
              {t('sermons.heading', { level })}
            </option>
          ))}
        </select>
        <ToolRow tools={tools} />
      </div>
      {linking && <LinkForm editor={editor} onDone={() => setLinking(false)} />}
    </div>
  )
}

type Props = {
  /** The first content. Later changes of the prop have no effect. */
  readonly initial: RichText
  readonly sermonId: string
  /** The default version of inserted passages. */
  readonly version: string
  readonly label: string
  readonly invalid: boolean
  readonly readOnly: boolean
  /** The element that contains the tools. Null until it is mounted. */
  readonly toolsAt: HTMLElement | null
  readonly onReady: (writing: Writing) => void
  /** Called after each change of the content. */
  readonly onWrite: () => void
}

const RichTextEditor = ({ initial, sermonId, version, label, invalid, readOnly, toolsAt, onReady, onWrite }: Props) => {
  const { t } = useTranslation()
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [content] = useState(initial)
  const latestOnWrite = useRef(onWrite)
  latestOnWrite.current = onWrite
  const editor = useEditor({
    extensions: writingExtensions(t('sermons.contentHint')),
    content: content as JSONContent,
    // The content security policy refuses an injected style element; the rules are in sermon.css.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        class: 'rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(invalid && { 'aria-invalid': 'true' }),
      },
    },
    onUpdate: () => latestOnWrite.current(),
  })
  useEffect(() => {
    onReady({ read: () => editor.getJSON(), focus: () => void editor.commands.focus() })
  }, [editor, onReady])
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly])
  return (
    <div ref={setFrame} className="rich-editor" data-invalid={invalid}>
      <EditorContent editor={editor} />
      {toolsAt && createPortal(<Tools editor={editor} frame={frame} />, toolsAt)}
      <Fetched>
        <OwnLinkOffer editor={editor} frame={frame} sermonId={sermonId} />
      </Fetched>
      <ScriptureOffer editor={editor} frame={frame} version={version} />
    </div>
  )
}
export default RichTextEditor
