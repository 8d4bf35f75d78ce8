import { publisherOf } from './publisher.ts';

const { maintainer, homepage } = publisherOf(process.env);

/** The part of electron-builder.yml that depends on the publisher. */
export default { extraMetadata: { homepage, author: maintainer }, linux: { maintainer } };
