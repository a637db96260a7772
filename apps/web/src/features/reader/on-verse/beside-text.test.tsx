// @vitest-environment jsdom
import type { Verse } from '@pathlight/contracts/bible.ts'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import type { Chosen, SectionProps, StudyKind } from '../../../study/study-kind.ts'
import { serverForRuth } from '../../../testing/as-ruth.ts'
import { showInApp } from '../../../testing/in-app.tsx'
import { activeColumn, readerAt, reduceReader } from '../columns/reader-state.ts'
import { BesideText } from './beside-text.tsx'
import { useOpenStudy } from './use-open-study.ts'

// jsdom has no layout.
Element.prototype.scrollIntoView ??= () => undefined
window.scrollTo = () => undefined
serverForRuth()

const place = { version: 'KJV', book: 'John', chapter: 3 }
const reader = reduceReader(readerAt(place), { type: 'add', id: 'c2', version: 'WEB' })
const [kjv, web] = reader.columns.map((column): Verse => ({ ...column, verse: 16, verse_id: 43_003_016, text: 'For' }))
const chosenOf = (verse: Verse, at: number): Chosen => ({
  ...{ by: 'verses', column: reader.columns[at] ?? activeColumn(reader) },
  parts: [{ verse, start: 0, end: 3, text: verse.text }],
})

const Editor = ({ chosen, onUnsaved }: SectionProps) => {
  const [text, setText] = useState('')
  const write = (typed: string) => {
    setText(typed)
    onUnsaved({ discard: () => undefined })
  }
  return <textarea aria-label={chosen.column.version} value={text} onChange={(event) => write(event.target.value)} />
}
const notes = { name: 'notes', section: { title: () => 'Notes', Component: Editor } } as unknown as StudyKind
const kinds = [notes]
const nothing = () => undefined

const Page = () => {
  const study = useOpenStudy(reader, nothing, kinds)
  const around = { languageOf: () => 'en', openWorkspace: nothing, closeWorkspace: nothing, reader, act: nothing }
  const open = (name: string, verse: Verse | undefined, at: number) => (
    <button type="button" onClick={() => verse && study.onOpen(notes, chosenOf(verse, at))}>
      {name}
    </button>
  )
  return (
    <>
      {open('Open KJV', kjv, 0)}
      {open('Open WEB', web, 1)}
      {study.dialog}
      <BesideText {...{ study, kinds, ...around }} place="beside" />
    </>
  )
}

it.each([
  ['the same verse of another text', 'WEB'],
  ['the same verse of the same text', 'KJV'],
])('words that the person leaves unsaved are not in the editor that is opened next: %s', async (_what, version) => {
  window.matchMedia = (query) => Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList
  const { user } = showInApp([{ path: '/', element: <Page /> }], '/', queryClient)
  await user.click(await screen.findByRole('button', { name: 'Open KJV' }))
  await user.type(await screen.findByLabelText('KJV'), 'Discarded')
  await user.click(screen.getByRole('button', { name: `Open ${version}` }))
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(version).value).toBe(''))
})
