/** @module-tag long */
import { describePackages } from './describe-packages.ts';

describePackages(['x64', 'arm64'], ['deb', 'tar.gz', 'AppImage']);
