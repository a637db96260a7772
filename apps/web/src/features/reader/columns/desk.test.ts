import { describe, expect, it } from 'vitest'
import { chosenRange, type Desk, type DeskAction, deskAt, freeId, goBack, openAddress, reduceDesk } from './desk.ts'

const place = (version: string, book: string, chapter: number) => ({ version, book, chapter })
const after = (desk: Desk, ...actions: DeskAction[]) => actions.reduce(reduceDesk, desk)
const seen = ({ columns }: Desk) => columns.map(({ version, book, chapter }) => `${version} ${book} ${chapter}`)

const john = deskAt(place('KJV', 'John', 3))
const two = after(john, { type: 'add', id: 'c2', version: 'KRV' })
const together = after(two, { type: 'synchronize' })

describe('the desk', () => {
  it('begins with one column, as the address says', () => {
    expect(seen(john)).toEqual(['KJV John 3'])
    expect(chosenRange(deskAt(place('KJV', 'John', 3), 16).choice, 'c1')).toEqual([16, 16])
  })

  it('adds columns at the same passage, three at most', () => {
    expect(seen(two)).toEqual(['KJV John 3', 'KRV John 3'])
    expect(two.active).toBe('c2')
    const three = after(two, { type: 'add', id: 'c3', version: 'WEB' })
    expect(after(three, { type: 'add', id: 'c4', version: 'ASV' })).toBe(three)
    expect(freeId(after(three, { type: 'close', column: 'c2' }))).toBe('c2')
  })

  it('turns one column and leaves the others, until they are synchronised', () => {
    const go: DeskAction = { type: 'go', column: 'c2', to: place('KRV', 'Romans', 8) }
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
  const choice = { by: 'verses', column: 'c1', anchor: 18, to: 16 } as const
  const chosen = after(two, { type: 'choose', choice })

  it('is in one column, which becomes the active one', () => {
    expect(chosen.active).toBe('c1')
    expect(chosenRange(chosen.choice, 'c1')).toEqual([16, 18])
    expect(chosenRange(chosen.choice, 'c2')).toBeNull()
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
    const gone = after(chosen, { type: 'go', column: 'c2', to: place('KRV', 'Psalms', 23), verse: 4 })
    expect(chosenRange(gone.choice, 'c2')).toEqual([4, 4])
    const range = { type: 'go', column: 'c1', to: place('KJV', 'Psalms', 23), verse: 4, through: 6 } as const
    expect(chosenRange(after(chosen, range).choice, 'c1')).toEqual([4, 6])
  })
})

describe('an address from outside', () => {
  it('opens in the column that has its version, else in the first', () => {
    expect(seen(openAddress(two, place('KRV', 'Psalms', 23), 1))).toEqual(['KJV John 3', 'KRV Psalms 23'])
    expect(openAddress(two, place('KRV', 'Psalms', 23), 1)).toMatchObject({ active: 'c2', choice: { anchor: 1 } })
    expect(seen(openAddress(two, place('WEB', 'Psalms', 23), null))).toEqual(['WEB Psalms 23', 'KRV John 3'])
  })

  it('takes synchronised columns along', () => {
    expect(seen(openAddress(together, place('KRV', 'Psalms', 23), null))).toEqual(['KJV Psalms 23', 'KRV Psalms 23'])
  })
})

describe('going back', () => {
  it('turns columns back, and leaves their number and order', () => {
    const later = after(two, { type: 'go', column: 'c1', to: place('KJV', 'John', 4) })
    expect(seen(goBack(later, two))).toEqual(['KJV John 3', 'KRV John 3'])
    expect(seen(goBack(after(later, { type: 'close', column: 'c2' }), two))).toEqual(['KJV John 3'])
    expect(seen(goBack(two, john))).toEqual(['KJV John 3', 'KRV John 3'])
  })
})
