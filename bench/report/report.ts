export function writeReport(_dir: string, _say: (text: string) => void): void {}
