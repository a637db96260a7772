import { describe, expect, it } from 'vitest'
import { type ReaderAction, type ReaderState, readerAt, reduceReader } from '../columns/reader-state.ts'
import { openBeside } from './open-beside.ts'

const place = (version: string, book: string, chapter: number) => ({ version, book, chapter })
const after = (reader: ReaderState, ...actions: ReaderAction[]) => actions.reduce(reduceReader, reader)
const seen = ({ columns }: ReaderState) => columns.map(({ version, book, chapter }) => `${version} ${book} ${chapter}`)
const beside = (reader: ReaderState): ReaderState => {
  const done: ReaderAction[] = []
  openBeside(reader, (action) => done.push(action), place('KJV', 'Romans', 5), [8, 9])
  return after(reader, ...done)
}

const john = readerAt(place('KJV', 'John', 3))
const two = after(john, { type: 'add', id: 'c2', version: 'KRV' })

describe('verses beside the active column', () => {
  it('stand in a new one where there is none', () => {
    expect(seen(beside(john))).toEqual(['KJV John 3', 'KJV Romans 5'])
    expect(beside(john)).toMatchObject({ active: 'c2', choice: { column: 'c2', verses: [8, 9], held: false } })
  })

  it('stand in the next one, which is no longer turned with the others', () => {
    const together = after(two, { type: 'synchronize' }, { type: 'activate', column: 'c1' })
    expect(seen(beside(together))).toEqual(['KJV John 3', 'KJV Romans 5'])
    expect(beside(together).synced).toBe(false)
  })

  it('stand in a new one behind the last, and in the one before where there can be no more', () => {
    expect(seen(beside(two))).toEqual(['KJV John 3', 'KRV John 3', 'KJV Romans 5'])
    const three = after(two, { type: 'add', id: 'c3', version: 'WEB' })
    expect(seen(beside(three))).toEqual(['KJV John 3', 'KJV Romans 5', 'WEB John 3'])
  })
})
