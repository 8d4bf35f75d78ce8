/** Who publishes the packages: the maintainer and homepage that they name. */
export interface Publisher {
  /** `Name <address>`. */
  readonly maintainer: string;
  readonly homepage: string;
}

export type BuildEnvironment = Readonly<Record<string, string | undefined>>;

/** No mail and no browser gets from here to a stranger. */
const local: Publisher = { maintainer: 'Local build <local@localhost>', homepage: 'http://localhost/' };

const setting = {
  maintainer: ['VITRINE_MAINTAINER', 'as in "Example Ltd <signage@example.com>"'],
  homepage: ['VITRINE_HOMEPAGE', 'as in "https://example.com/signage"'],
} as const;

/** The publisher by the environment of the build. A release build (`VITRINE_RELEASE_BUILD=1`) has no default. */
export function publisherOf(env: BuildEnvironment): Publisher {
  const isRelease = (env.VITRINE_RELEASE_BUILD ?? '') !== '';
  const given = {
    maintainer: env.VITRINE_MAINTAINER?.trim() ?? '',
    homepage: env.VITRINE_HOMEPAGE?.trim() ?? '',
  };
  for (const name of ['maintainer', 'homepage'] as const) {
    const [variable, example] = setting[name];
    if (given[name] === '') {
      if (isRelease) throw new Error(`A release build needs ${variable}, ${example}: packages name it.`);
    } else if (!isValid[name](given[name]) || (isRelease && isReserved(given[name])))
      throw new Error(`${variable} is ${JSON.stringify(given[name])}: give a real ${name}, ${example}.`);
  }
  return { maintainer: given.maintainer || local.maintainer, homepage: given.homepage || local.homepage };
}

export const isValid: Readonly<Record<keyof Publisher, (text: string) => boolean>> = {
  // The form of Debian's control file, in which a line break would begin another field.
  maintainer: (text) => /^[^\p{Cc}<>,"()]{1,100} <[^\s<>@]{1,64}@[\w.-]{1,200}>$/u.test(text),
  homepage: (text) => /^https?:\/\/\S{1,500}$/.test(text) && !/[<>"\p{Cc}]/u.test(text) && URL.canParse(text),
};

/** Names that belong to nobody (RFC 2606 and RFC 6761). */
export function isReserved(text: string): boolean {
  const host = text.includes('@') ? text.replace(/^.*@|>$/g, '') : new URL(text).hostname;
  return (
    !host.includes('.') ||
    /(?:^|\.)(?:example\.(?:com|net|org)|example|invalid|test|localhost)\.?$/i.test(host)
  );
}
