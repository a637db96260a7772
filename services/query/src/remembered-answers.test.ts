import { describe, expect, it } from 'vitest'
import { rememberAnswers } from './remembered-answers.ts'

describe('a remembered answer', () => {
  /** `stamp`: the person's present stamp. `made`: how often an answer was computed. */
  const start = () => {
    const state = { stamp: 'first' as string | null, made: 0 }
    const remembered = rememberAnswers({ stamp: () => state.stamp })
    const ask = async (userId = 'ann', question = 'John 3', meanwhile = () => {}) => {
      const { text } = await remembered(userId, question, async () => {
        meanwhile()
        return { text: `${userId} ${question} ${++state.made}`, next: null }
      })
      return text
    }
    return { state, ask }
  }

  it('is made once, until something of the person’s changes', async () => {
    const { state, ask } = start()
    expect([await ask(), await ask()]).toEqual(['ann John 3 1', 'ann John 3 1'])
    state.stamp = 'second'
    expect([await ask(), await ask()]).toEqual(['ann John 3 2', 'ann John 3 2'])
  })

  it('is that of one person and one question', async () => {
    const { ask } = start()
    expect([await ask(), await ask('bob'), await ask('ann', 'John 4'), await ask()]).toEqual([
      'ann John 3 1',
      'bob John 3 2',
      'ann John 4 3',
      'ann John 3 1',
    ])
  })

  it('is made again when something changed while it was made', async () => {
    const { state, ask } = start()
    const change = () => {
      state.stamp = 'second'
    }
    expect([await ask('ann', 'John 3', change), await ask()]).toEqual(['ann John 3 1', 'ann John 3 2'])
  })

  it('is not kept while it is not known what changed, nor when making it failed', async () => {
    const { state, ask } = start()
    state.stamp = null
    expect([await ask(), await ask()]).toEqual(['ann John 3 1', 'ann John 3 2'])
    state.stamp = 'known'
    const fail = () => {
      throw new Error('the store is away')
    }
    await expect(ask('ann', 'John 3', fail)).rejects.toThrow('away')
    expect(await ask()).toBe('ann John 3 3')
  })
})
