import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const MOST_LINES = 300
/** A file that is longer says so in these words, and then why. */
const REASON = /Longer than other files: \S/
const FOR_TESTS = /\.(test|contract|e2e)\.tsx?$|^libs\/testing\//

describe('a file of the product', () => {
  it(`has at most ${MOST_LINES} lines, or says why it has more`, () => {
    const files = globSync('{libs,services,apps}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) => !FOR_TESTS.test(file),
    )
    expect(files.length).toBeGreaterThan(500)
    const tooLong = files.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return text.split('\n').length - 1 > MOST_LINES && !REASON.test(text)
    })
    expect(tooLong).toEqual([])
  })
})
