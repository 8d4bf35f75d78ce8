export function withEscapes(text: string): string;

export function withoutCommands(text: string): string;
