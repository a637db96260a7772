import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openAbout } from './get-about.ts'

describe('the texts about this Pathlight', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-about-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'about.json')
  const complaints: string[] = []
  const texts = openAbout(file, (line) => complaints.push(line))

  it('are none without a file, what it says with one, and what it says then when it is changed', async () => {
    expect(await texts()).toEqual({})
    writeFileSync(file, JSON.stringify({ ko: { bio: ['우리는 작은 교회입니다.'] } }))
    expect(await texts()).toEqual({ ko: { bio: ['우리는 작은 교회입니다.'] } })
    writeFileSync(file, JSON.stringify({ en: { vision: ['Read.', 'Write.'] } }))
    expect(await texts()).toEqual({ en: { vision: ['Read.', 'Write.'] } })
    expect(complaints).toEqual([])
  })

  it.each([
    ['no JSON', 'Hello'],
    ['another shape', '{"en":{"bio":"no list"}}'],
    ['empty paragraphs', '{"en":{"bio":[""]}}'],
    ['too much', JSON.stringify({ en: { bio: ['x'.repeat(300_000)] } })],
  ])('are none where the file is %s, which is said once', async (_what, content) => {
    complaints.splice(0)
    writeFileSync(file, content)
    expect([await texts(), await texts()]).toEqual([{}, {}])
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toContain('about.json is not used: ')
  })
})
