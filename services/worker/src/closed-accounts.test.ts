import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { expect, it } from 'vitest'
import { closedAccountsIn } from './closed-accounts.ts'

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
