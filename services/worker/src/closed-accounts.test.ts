import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EpochKeyMissing } from '@pathlight/identity/data-keys.ts'
import type { User } from '@pathlight/identity/identity.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { expect, it } from 'vitest'
import { closeAgain, closedAccountsIn } from './closed-accounts.ts'

it('knows every account that was added, also behind a line that was cut off or ended by another program', async () => {
  const file = join(emptyFolder(), 'closed-accounts.txt')
  const closed = closedAccountsIn(file)
  // An editor left out the last line's end, wrote Windows line ends with a space before them, and began the file with a
  // byte order mark.
  writeFileSync(file, '\uFEFFann \r\nbob')
  await closed.add('eve')
  expect([...(await closed.all())]).toEqual(['ann', 'bob', 'eve'])
  // A cut-off line: the disk was full, or the process was killed. The next try begins a new line.
  appendFileSync(file, 'may')
  await closed.add('mayflower')
  await closed.add('zoe')
  expect([...(await closedAccountsIn(file).all())]).toEqual(expect.arrayContaining(['bob', 'eve', 'mayflower', 'zoe']))
})

it('closes an account again whose key is lost, and those behind it', async () => {
  const findUser = async (userId: string) => {
    if (userId === 'ann') throw new EpochKeyMissing('1', 'keys', { isOver: true })
    return userId === 'bob' ? null : ({ id: userId } as User)
  }
  const closed: string[] = []
  const all = async () => new Set(['ann', 'bob', 'eve'])
  const close = async (userId: string) => void closed.push(userId)
  expect(await closeAgain({ findUser }, { all, add: async () => undefined }, close)).toBe(2)
  expect(closed).toEqual(['ann', 'eve'])
})
