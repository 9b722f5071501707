# An independent client: framing, frames and the reading of answers are those of Debian's
# libnet-epp-perl, not ours. Prints one line for each thing it did.
use strict;
use warnings;
use Net::EPP::Simple;

my $epp = Net::EPP::Simple->new(
  host => 'localhost', port => $ENV{PORT}, user => $ENV{CLIENT}, pass => $ENV{PASSWORD},
  verify => 1, ca_file => $ENV{CA_FILE}, timeout => 10,
) or die "no login: $Net::EPP::Simple::Code $Net::EPP::Simple::Message\n";

sub report { print join(' ', map { $_ // '-' } @_, $Net::EPP::Simple::Code), "\n" }

my $name = $ENV{NAME};
report('check', $epp->check_domain($name));
report('check-free', $epp->check_domain('nobody-has-this.com'));
my $info = $epp->domain_info($name);
report('info', $info->{clID}, $info->{name}, join(',', @{$info->{status} // []}));
$epp->domain_transfer_request($name, 'bad', 1);
report('bad-code');
my $request = $epp->domain_transfer_request($name, $ENV{CODE}, 1);
report('request', $request->{trStatus}, $request->{reID}, $request->{acID});
$epp->domain_transfer_request($name, $ENV{CODE}, 1);
report('again');
my $query = $epp->domain_transfer_query($name);
report('query', $query->{trStatus});
$epp->domain_transfer_cancel($name);
report('cancel');
$epp->domain_transfer_query($name);
report('query-cancelled', $epp->domain_transfer_query($name)->{trStatus});
report('host', $epp->create_host({ name => 'ns9.peer.example' }) ? 'made' : 'refused');
report('host-again', $epp->create_host({ name => 'ns9.peer.example' }) ? 'made' : 'refused');
my $own = $epp->domain_info($ENV{OWN});
report('renew', $epp->renew_domain({ name => $ENV{OWN}, cur_exp_date => substr($own->{exDate}, 0, 10), period => 1 }) ? 'done' : 'refused');
$epp->logout;
