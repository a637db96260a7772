// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showInApp } from '../../../testing/in-app.tsx'
import { verseChosen } from '../choosing/chosen.ts'
import { type ReaderAction, readerAt, reduceReader } from '../columns/reader-state.ts'
import { useOpenStudy } from './use-open-study.ts'

const place = { version: 'KJV', book: 'John', chapter: 3 }
const verse = { ...place, verse: 16, verse_id: 43_003_016, text: 'For God' }
/** Two columns of the same version. */
const reader = reduceReader(readerAt(place), { type: 'add', id: 'c2', version: 'KJV' })
const acted: ReaderAction[] = []

const Page = () => {
  const { onOpen } = useOpenStudy(reader, (action) => void acted.push(action), [])
  return reader.columns.map((column) => (
    <button key={column.id} type="button" onClick={() => onOpen('references', verseChosen(column, verse))}>
      {column.id}
    </button>
  ))
}

it('chooses the verse in the column in which a mark was pressed', async () => {
  const { user } = showInApp([{ path: '/', element: <Page /> }])
  const chosenIn = () => acted.flatMap((action) => (action.type === 'choose' ? [action.choice.column] : []))
  await user.click(await screen.findByRole('button', { name: 'c2' }))
  expect(chosenIn()).toEqual(['c2'])
  await user.click(screen.getByRole('button', { name: 'c1' }))
  expect(chosenIn()).toEqual(['c2', 'c1'])
})
