import { describe, expect, it } from 'vitest'
import {
  choiceUpTo,
  choiceWith,
  freeId,
  goBack,
  openAddress,
  type ReaderAction,
  type ReaderState,
  readerAt,
  reduceReader,
  versesOf,
} from './reader-state.ts'

const place = (version: string, book: string, chapter: number) => ({ version, book, chapter })
const after = (reader: ReaderState, ...actions: ReaderAction[]) => actions.reduce(reduceReader, reader)
const seen = ({ columns }: ReaderState) => columns.map(({ version, book, chapter }) => `${version} ${book} ${chapter}`)

const john = readerAt(place('KJV', 'John', 3))
const two = after(john, { type: 'add', id: 'c2', version: 'KRV' })
const together = after(two, { type: 'synchronize' })

describe('the state of the reader', () => {
  it('begins with one column, as the address says', () => {
    expect(seen(john)).toEqual(['KJV John 3'])
    expect(versesOf(readerAt(place('KJV', 'John', 3), 16).choice)).toEqual([16])
  })

  it('adds columns at the same passage, three at most', () => {
    expect(seen(two)).toEqual(['KJV John 3', 'KRV John 3'])
    expect(two.active).toBe('c2')
    const three = after(two, { type: 'add', id: 'c3', version: 'WEB' })
    expect(after(three, { type: 'add', id: 'c4', version: 'ASV' })).toBe(three)
    expect(freeId(after(three, { type: 'close', column: 'c2' }))).toBe('c2')
  })

  it('turns one column and leaves the others, until they are synchronised', () => {
    const go: ReaderAction = { type: 'go', column: 'c2', to: place('KRV', 'Romans', 8) }
    expect(seen(after(two, go))).toEqual(['KJV John 3', 'KRV Romans 8'])
    expect(seen(after(together, go))).toEqual(['KJV Romans 8', 'KRV Romans 8'])
    expect(seen(after(together, { type: 'separate' }, go))).toEqual(['KJV John 3', 'KRV Romans 8'])
  })

  it('sets all columns to the first one’s book and chapter when they are synchronised', () => {
    const apart = after(two, { type: 'go', column: 'c2', to: place('KRV', 'Romans', 8) })
    expect(seen(after(apart, { type: 'synchronize' }))).toEqual(['KJV John 3', 'KRV John 3'])
  })

  it('changes the version of one column only, even of synchronised ones', () => {
    const changed = after(together, { type: 'go', column: 'c2', to: place('ASV', 'John', 3) })
    expect(seen(changed)).toEqual(['KJV John 3', 'ASV John 3'])
    expect(changed.columns[0]).toBe(together.columns[0])
  })

  it('closes a column, never the last, and is then with its neighbour', () => {
    const closed = after(together, { type: 'close', column: 'c2' })
    expect(seen(closed)).toEqual(['KJV John 3'])
    expect(closed).toMatchObject({ active: 'c1', synced: false })
    expect(after(john, { type: 'close', column: 'c1' })).toBe(john)
  })

  it('puts a column elsewhere in the row', () => {
    expect(seen(after(two, { type: 'move', column: 'c2', to: 0 }))).toEqual(['KRV John 3', 'KJV John 3'])
    expect(seen(after(two, { type: 'move', column: 'c1', to: 9 }))).toEqual(['KRV John 3', 'KJV John 3'])
  })
})

describe('what is chosen', () => {
  const choice = choiceUpTo(null, 'c1', 16, 18)
  const chosen = after(two, { type: 'choose', choice })

  it('is in one column, which becomes the active one', () => {
    expect(chosen.active).toBe('c1')
    expect(chosen.choice).toMatchObject({ column: 'c1', verses: [16, 17, 18], anchor: 18, held: true })
  })

  it('grows and shrinks by the verses that are pressed, until none is left', () => {
    const five = choiceWith(null, 'c1', 5)
    const both = choiceWith(five, 'c1', 3)
    expect([versesOf(five), versesOf(both)]).toEqual([[5], [3, 5]])
    expect(versesOf(choiceWith(both, 'c1', 5))).toEqual([3])
    expect(choiceWith(five, 'c1', 5)).toBeNull()
    expect(choiceWith(both, 'c2', 7)).toMatchObject({ column: 'c2', verses: [7] })
    // A bridge of the verses 4-5.
    expect(versesOf(choiceWith(choiceUpTo(null, 'c1', 6, 3), 'c1', 4, 5))).toEqual([3, 6])
  })

  it('begins anew after an address pointed to it, and after something was done with it', () => {
    expect(versesOf(choiceWith(readerAt(place('KJV', 'John', 3), 16).choice, 'c1', 3))).toEqual([3])
    const done = after(chosen, { type: 'rest' })
    expect(versesOf(done.choice)).toEqual([16, 17, 18])
    expect(choiceWith(done.choice, 'c1', 16)).toMatchObject({ verses: [16], held: true })
    expect(after(done, { type: 'rest' })).toBe(done)
  })

  it('is drawn from where it began, at first from the verse that has the focus', () => {
    const first = choiceUpTo(null, 'c1', 5, 4)
    expect(versesOf(first)).toEqual([4, 5])
    expect(versesOf(choiceUpTo(first, 'c1', 6, 5))).toEqual([4, 5, 6])
    expect(versesOf(choiceUpTo(first, 'c1', 2, 5))).toEqual([2, 3, 4])
  })

  it('stays with its verses in another version, and goes with their chapter', () => {
    expect(after(chosen, { type: 'go', column: 'c1', to: place('WEB', 'John', 3) }).choice).toBe(choice)
    expect(after(chosen, { type: 'go', column: 'c1', to: place('KJV', 'John', 4) }).choice).toBeNull()
    expect(after(chosen, { type: 'go', column: 'c2', to: place('KRV', 'John', 4) }).choice).toBe(choice)
    expect(after(chosen, { type: 'close', column: 'c1' }).choice).toBeNull()
  })

  it('is not kept as words in another version, which has other words', () => {
    const words = { by: 'words', column: 'c1', words: [{ verse: 16, start: 0, end: 3 }] } as const
    const selected = after(two, { type: 'choose', choice: words })
    expect(after(selected, { type: 'go', column: 'c1', to: place('WEB', 'John', 3) }).choice).toBeNull()
    expect(after(selected, { type: 'letGo' }).choice).toBeNull()
  })

  it('is the verse that one went to', () => {
    const gone = after(chosen, { type: 'go', column: 'c2', to: place('KRV', 'Psalms', 23), verses: [4] })
    expect(gone.choice).toMatchObject({ column: 'c2', verses: [4], held: false })
    const range = { type: 'go', column: 'c1', to: place('KJV', 'Psalms', 23), verses: [4, 5, 6] } as const
    expect(versesOf(after(chosen, range).choice)).toEqual([4, 5, 6])
  })
})

describe('an address from outside', () => {
  it('opens in the column that has its version, else in the first', () => {
    expect(seen(openAddress(two, place('KRV', 'Psalms', 23), [1]))).toEqual(['KJV John 3', 'KRV Psalms 23'])
    expect(openAddress(two, place('KRV', 'Psalms', 23), [1])).toMatchObject({
      active: 'c2',
      choice: { verses: [1], held: false },
    })
    expect(seen(openAddress(two, place('WEB', 'Psalms', 23), []))).toEqual(['WEB Psalms 23', 'KRV John 3'])
  })

  it('takes synchronised columns along', () => {
    expect(seen(openAddress(together, place('KRV', 'Psalms', 23), []))).toEqual(['KJV Psalms 23', 'KRV Psalms 23'])
  })
})

describe('going back', () => {
  it('turns columns back, and leaves their number and order', () => {
    const later = after(two, { type: 'go', column: 'c1', to: place('KJV', 'John', 4) })
    expect(seen(goBack(later, two))).toEqual(['KJV John 3', 'KRV John 3'])
    expect(seen(goBack(after(later, { type: 'close', column: 'c2' }), two))).toEqual(['KJV John 3'])
    expect(seen(goBack(two, john))).toEqual(['KJV John 3', 'KRV John 3'])
    const next = after(two, { type: 'go', column: 'c1', to: place('KJV', 'John', 4) })
    expect(seen(goBack(after(next, { type: 'go', column: 'c2', to: place('KRV', 'John', 5) }), john))).toEqual([
      'KJV John 3',
      'KRV John 5',
    ])
  })

  it('turns a synchronised column that was not open yet with the others', () => {
    const next = after(john, { type: 'go', column: 'c1', to: place('KJV', 'John', 4) })
    const added = after(next, { type: 'add', id: 'c2', version: 'KRV' }, { type: 'synchronize' })
    const back = goBack(added, john)
    expect(seen(back)).toEqual(['KJV John 3', 'KRV John 3'])
    expect(back.synced).toBe(true)
    expect(seen(goBack(back, added))).toEqual(['KJV John 4', 'KRV John 4'])
    expect(goBack(back, added).synced).toBe(true)
  })

  it('separates synchronised columns whose earlier chapters differ', () => {
    const apart = after(two, { type: 'go', column: 'c2', to: place('KRV', 'Romans', 8) })
    const back = goBack(after(apart, { type: 'synchronize' }), apart)
    expect(seen(back)).toEqual(['KJV John 3', 'KRV Romans 8'])
    expect(back.synced).toBe(false)
    expect(goBack(after(together, { type: 'go', column: 'c1', to: place('KJV', 'John', 4) }), together).synced).toBe(
      true,
    )
  })
})
