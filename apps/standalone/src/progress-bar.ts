import { Presets, SingleBar } from 'cli-progress'

/** Shows a progress bar during `work`. `work` calls `show` with its progress, from 0 to 1. */
export const withBar = async <T>(label: string, work: (show: (part: number) => void) => Promise<T>): Promise<T> => {
  const bar = new SingleBar({ format: `${label} {bar} {percentage} %`, hideCursor: true }, Presets.shades_classic)
  bar.start(100, 0)
  try {
    const result = await work((part) => bar.update(Math.floor(100 * Math.min(1, part))))
    bar.update(100)
    return result
  } finally {
    bar.stop()
  }
}
