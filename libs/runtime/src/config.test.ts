import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig, settingNames } from './config.ts'

describe('the configuration', () => {
  it('needs nothing to be set', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: '.data',
      stores: { profile: 'embedded' },
    })
  })

  it('is all in .env.example', () => {
    const example = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8')
    expect(settingNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(example))).toEqual([])
  })

  it('counts an empty variable as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000, stores: { profile: 'embedded' } })
  })

  it('takes another PostgreSQL', () => {
    const url = 'postgres://user:secret@db:5432/pathlight'
    expect(readConfig({ DATABASE_URL: url }).stores).toEqual({ profile: 'postgres', url })
  })

  it('takes the cluster stores only together', () => {
    const all = {
      EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
      MONGODB_URL: 'mongodb://127.0.0.1:27017',
      REDIS_URL: 'redis://127.0.0.1:6379',
    }
    expect(readConfig(all).stores).toMatchObject({ profile: 'cluster', redis: all.REDIS_URL })
    for (const name of Object.keys(all))
      expect(() => readConfig({ ...all, [name]: undefined })).toThrow(new RegExp(`set ${name} as well`))
    expect(() => readConfig({ REDIS_URL: all.REDIS_URL })).toThrow(/set EVENTSTORE_URL and MONGODB_URL as well/)
    expect(() => readConfig({ ...all, DATABASE_URL: 'postgres://db/pathlight' })).toThrow(/not both/)
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['HOST', '999.1.1.1'],
    ['HOST', 'http://localhost'],
    ['MAIL_FROM', 'Pathlight <a@example.org>\nBcc: b@example.org'],
    ['DATABASE_URL', 'mysql://db'],
    ['PUBLIC_URL', 'example.org'],
    ['PUBLIC_URL', 'https://example.org/bible'],
    ['PUBLIC_URL', 'https://example.org/?lang=ko'],
    ['SMTP_URL', 'mail.example.org'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'yes'],
    ['BIBLES', 'KRV,../etc'],
    ['BIBLE_CATALOGUE_URL', 'bible.example.org'],
  ])('refuses %s=%s and names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })

  it('takes a list of Bibles', () => {
    expect(readConfig({ BIBLES: ' KRV, bsb,,cross-references' }).BIBLES).toEqual(['KRV', 'bsb', 'cross-references'])
    expect(readConfig({}).BIBLES).toEqual(['KRV'])
    expect(readConfig({ BIBLES: 'none' }).BIBLES).toEqual([])
  })

  it('takes a public address with or without a slash at its end', () => {
    expect(readConfig({ PUBLIC_URL: 'https://bible.example.org/' }).PUBLIC_URL).toBe('https://bible.example.org')
  })

  it('takes any setting from a file that NAME_FILE names, and says where it cannot', () => {
    const folder = mkdtempSync(join(tmpdir(), 'settings-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'operator-token')
    writeFileSync(file, 'a-token-of-the-operator\n')
    expect(readConfig({ OPERATOR_TOKEN_FILE: file }).OPERATOR_TOKEN).toBe('a-token-of-the-operator')
    expect(() => readConfig({ OPERATOR_TOKEN_FILE: file, OPERATOR_TOKEN: 'another-token-of-theirs' })).toThrow(
      /not both/,
    )
    expect(() => readConfig({ MASTER_KEY_FILE: join(folder, 'none') })).toThrow(/^MASTER_KEY_FILE: .*ENOENT/)
    // An empty file may be a secret that the operator forgot to fill in. Without an error, the app would make a master
    // key of its own, or listen on another port than the gateway expects.
    const empty = join(folder, 'empty')
    writeFileSync(empty, '\n')
    for (const name of ['MASTER_KEY', 'PORT'])
      expect(() => readConfig({ [`${name}_FILE`]: empty })).toThrow(`${name}_FILE: ${empty} is empty`)
  })
})
