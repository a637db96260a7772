import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SHAPES } from '@pathlight/query/pictures/draw-picture.ts'
import { openDrawing } from '@pathlight/query/pictures/draw-pictures.ts'
import { median, percentile, timed } from './figures.ts'

const LETTERS = join(import.meta.dirname, '../../../apps/web/src/look/letters')
const TURNS = 20
const TEXTS = {
  english: {
    ...{ korean: false, product: 'Pathlight', reference: 'John 3:16 · KJV' },
    text: 'For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.',
  },
  korean: {
    ...{ korean: true, product: '길빛', reference: '요한복음 3:16 · KRV' },
    text: '하나님이 세상을 이처럼 사랑하사 독생자를 주셨으니 이는 저를 믿는 자마다 멸망치 않고 영생을 얻게 하려 하심이니라',
  },
} as const

/**
 * Prints how long drawing a new picture takes, in milliseconds, by language, look and shape. Also prints the processor
 * time of all threads, which is comparable even on a busy machine.
 */
export async function measurePictures(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-bench-pictures-'))
  try {
    const drawing = openDrawing({ from: LETTERS, folder })
    const draw = (
      language: keyof typeof TEXTS,
      look: 'light' | 'sepia' | 'dark' | 'dawn',
      shape: keyof typeof SHAPES,
      n: number,
    ) => drawing({ ...TEXTS[language], reference: `${TEXTS[language].reference} ${n}`, look, shape })
    console.log(
      `the first one, which unpacks the letters: ${(await timed(() => draw('korean', 'light', 'wide', -1))).toFixed(0)} ms`,
    )
    for (const language of ['english', 'korean'] as const)
      for (const look of ['light', 'sepia', 'dark', 'dawn'] as const)
        for (const shape of ['wide', 'square'] as const) {
          const took: number[] = []
          const worked: number[] = []
          for (let n = 0; n < TURNS; n++) {
            const before = process.cpuUsage()
            took.push(await timed(() => draw(language, look, shape, n)))
            const { user, system } = process.cpuUsage(before)
            worked.push((user + system) / 1000)
          }
          const name = `${language}, ${look}, ${shape}`.padEnd(24)
          console.log(
            `${name} median ${median(took).toFixed(0).padStart(4)}  p95 ${percentile(took, 95).toFixed(0).padStart(4)} ms (60 at most is asked); processor ${median(worked).toFixed(0).padStart(3)} ms`,
          )
        }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
