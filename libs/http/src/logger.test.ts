import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'

describe('the log', () => {
  const logged = (log: (logger: ReturnType<typeof createLogger>) => void) => {
    const lines: string[] = []
    log(createLogger('warn', { write: (line) => void lines.push(line) }))
    return lines.map((line) => JSON.parse(line))
  }

  it('tells what an error says, its code and its causes, and nothing that a client hung on it', () => {
    const cause = Object.assign(new Error('ERR no such script'), {
      code: 'NOSCRIPT',
      command: { name: 'evalsha', args: ['https://bible.example.org/reset-password/secret'] },
    })
    const [entry] = logged((logger) => logger.warn({ err: new Error('Redis cannot be reached', { cause }) }, 'Trouble'))
    expect(entry).toMatchObject({
      msg: 'Trouble',
      err: { message: 'Redis cannot be reached', cause: { message: 'ERR no such script', code: 'NOSCRIPT' } },
    })
    expect(JSON.stringify(entry)).not.toContain('secret')
  })

  it('ends with an error that causes itself', () => {
    const error = new Error('round')
    error.cause = error
    expect(logged((logger) => logger.error({ err: error }, 'Trouble'))).toHaveLength(1)
  })

  it('leaves out the cookie of a request', () => {
    const [entry] = logged((logger) => logger.warn({ req: { headers: { cookie: 'pathlight_session=secret' } } }, 'x'))
    expect(JSON.stringify(entry)).not.toContain('secret')
  })
})
