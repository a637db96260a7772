import { addNoteBody } from '@pathlight/contracts/notes.ts'
import { describe, expect, it } from 'vitest'
import { sayServerSentence } from './server-message.ts'
import type { Translate } from './translate.ts'

const key = ((name: string) => name) as unknown as Translate

describe('what the server says', () => {
  it.each([
    ['too long', 'x'.repeat(50_001), 'server.noteTooLong'],
    ['not to be stored', 'half a pair \ud800', 'server.malformed'],
  ])('about a note that is %s is said in the language of the interface', (_what, text, known) => {
    const refused = addNoteBody.safeParse({ verse_id: 1_001_001, version: 'KJV', text })
    expect(refused.error?.issues.map(({ message }) => sayServerSentence(key, message))).toEqual([known])
  })
})
